/**
 * Makes the product that a file imports after this one take the system for Windows. To be imported first,
 * and for its effect alone: a test file has an isolate of its own, so no other file notices.
 */
Object.defineProperty(Deno, "build", { value: { ...Deno.build, os: "windows" } });
