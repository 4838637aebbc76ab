import config from "../deno.json" with { type: "json" };

/** As `deno.json` has it. */
export const PACKAGE_VERSION: string = config.version;
