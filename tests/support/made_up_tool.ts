import type { ToolDefinition } from "../../src/tool.ts";

/** A made-up tool with an argument of every type and bound. */
export const DEFINITION: ToolDefinition = {
  type: "function",
  function: {
    name: "made_up",
    description: "A tool for tests.",
    parameters: {
      type: "object",
      properties: {
        need: { type: "string", minLength: 1, pattern: "^[^\\u0000]*$", description: "Required." },
        count: { type: "integer", minimum: 1, maximum: 9, description: "Required." },
        text: { type: ["string", "null"], description: "Any text.", default: null },
        where: {
          type: ["string", "null"],
          minLength: 1,
          pattern: "^[^\\u0000]*$",
          description: "A path.",
          default: ".",
        },
        flag: { type: ["boolean", "null"], description: "Off.", default: false },
        on: { type: ["boolean", "null"], description: "On.", default: true },
        limit: {
          type: ["integer", "null"],
          minimum: 1,
          maximum: 1000,
          description: "Between.",
          default: 100,
        },
        least: { type: ["integer", "null"], minimum: 0, description: "At least.", default: null },
        any: { type: ["integer", "null"], description: "Any integer.", default: 0 },
        kind: {
          type: ["string", "null"],
          enum: ["file", "dir", null],
          description: "A choice.",
          default: "file",
        },
        list: {
          type: ["array", "null"],
          items: { type: "string", minLength: 1 },
          description: "Texts.",
          default: null,
        },
      },
      required: ["need", "count"],
      additionalProperties: false,
    },
  },
};
