import type { ErrorCode } from "../../errors.ts";

const NOT_A_DIRECTORY = "'{path}' is not a directory.";
const CANNOT_READ = "cannot read '{path}'.";

/** The message for an error; where there is none, that of the error itself. */
export const ERROR_MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_path: CANNOT_READ,
  io_error: CANNOT_READ,
  link_loop: NOT_A_DIRECTORY,
  name_too_long: NOT_A_DIRECTORY,
  not_a_directory: NOT_A_DIRECTORY,
  not_found: NOT_A_DIRECTORY,
  outside_scope: "access denied: '{path}' is outside the allowed roots.",
  permission_denied: "permission denied: '{path}'.",
  unaddressable: NOT_A_DIRECTORY,
};
