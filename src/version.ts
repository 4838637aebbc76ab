import config from "../deno.json" with { type: "json" };

/** The version of the package, from `deno.json`. */
export const PACKAGE_VERSION: string = config.version;
