import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { DirscopeError, type ErrorCode, errorCodeOf, mapErrors } from "../src/errors.ts";

function withCode(error: Error, code: string): Error {
  return Object.assign(error, { code });
}

const { NotFound, NotCapable, PermissionDenied, NotADirectory, FilesystemLoop } = Deno.errors;

const rows: [what: string, error: unknown, expected: ErrorCode][] = [
  ["its own code", new DirscopeError("bad_cursor"), "bad_cursor"],
  ["EACCES", withCode(new PermissionDenied(), "EACCES"), "permission_denied"],
  ["EPERM", withCode(new PermissionDenied(), "EPERM"), "permission_denied"],
  ["ENOENT", withCode(new NotFound(), "ENOENT"), "not_found"],
  ["ENOTDIR", withCode(new NotADirectory(), "ENOTDIR"), "not_a_directory"],
  ["ELOOP", withCode(new FilesystemLoop(), "ELOOP"), "link_loop"],
  // Decision 3: "ENAMETOOLONG is a plain `Error`, a NUL byte a `TypeError`, a missing permission
  // `NotCapable` without a code".
  ["ENAMETOOLONG", withCode(new Error(), "ENAMETOOLONG"), "name_too_long"],
  ["EINVAL", withCode(new TypeError(), "EINVAL"), "invalid_path"],
  ["a missing permission", new NotCapable(), "outside_scope"],
  // "Branch on `error.code` first, then on the class".
  ["a code before the class", withCode(new NotFound(), "EACCES"), "permission_denied"],
  ["the class after an unknown code", withCode(new NotFound(), "ENOSUCH"), "not_found"],
  ["a class without a code", new PermissionDenied(), "permission_denied"],
  ["EIO", withCode(new Error(), "EIO"), "io_error"],
  ["a code that is a number", Object.assign(new Error(), { code: 2 }), "io_error"],
  ["what is no error", "ENOENT", "io_error"],
  ["nothing", undefined, "io_error"],
];

for (const [what, error, expected] of rows) {
  Deno.test(`errorCodeOf() maps ${what} to ${expected}`, () => {
    assertStrictEquals(errorCodeOf(error), expected);
  });
}

Deno.test("mapErrors() returns what a call returns, and throws a DirscopeError without its message", () => {
  assertStrictEquals(mapErrors(() => 5), 5);
  const error = assertThrows(
    () => mapErrors(() => Deno.lstatSync("/no/such/secret")),
    DirscopeError,
  );
  // Decision 3: "Deno's own error messages hold absolute paths: they are never forwarded."
  assertEquals([error.code, error.message, error.cause], ["not_found", "not_found", undefined]);
});
