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
        text: { type: "string", description: "Any text." },
        where: {
          type: "string",
          minLength: 1,
          pattern: "^[^\\u0000]*$",
          description: "A path.",
          default: ".",
        },
        flag: { type: "boolean", description: "Off.", default: false },
        on: { type: "boolean", description: "On.", default: true },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 1000,
          description: "Between.",
          default: 100,
        },
        least: { type: "integer", minimum: 0, description: "At least." },
        any: { type: "integer", description: "Any integer.", default: 0 },
        kind: {
          type: "string",
          enum: ["file", "dir"],
          description: "A choice.",
          default: "file",
        },
        list: {
          type: "array",
          items: { type: "string", minLength: 1 },
          description: "Texts.",
        },
        cursor: { type: "string", description: "Empty is absent." },
      },
      required: ["need", "count"],
      additionalProperties: false,
    },
  },
};
