/** Clients that are libraries: a script uses each, in the folder that holds its packages. */
import type { Client } from "./client.ts";

function library(name: string, script: string, packages: readonly string[]): Client {
  return {
    name,
    packages,
    transports: ["stdio", "http"],
    try: (session) => session.script(script),
  };
}

/** The clients. */
export const LIBRARIES: readonly Client[] = [
  library("@langchain/mcp-adapters 1.1.4", "langchain.ts", [
    "@langchain/mcp-adapters@1.1.4",
    "@langchain/core@1.4.0",
  ]),
  library("@ai-sdk/mcp 2.0.99", "ai_sdk.ts", ["@ai-sdk/mcp@2.0.99"]),
  library("mcp-use 1.34.6", "mcp_use.ts", ["mcp-use@1.34.6", "langchain@1.5.14"]),
];
