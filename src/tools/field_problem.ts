export interface FieldRule {
  /** The rule in words: `must be a string`. */
  readonly rule: string;
  readonly isValid: (value: unknown) => boolean;
}

/**
 * Returns the first problem with the fields of a host's options: `cwd must be a string`. Fields that are `null` or
 * `undefined` count as absent.
 */
export function fieldProblem<Options extends object>(
  options: Options,
  fields: Readonly<Record<keyof Options, FieldRule>>,
  ifUnknown: string,
): string | undefined {
  // An instance of a class may have its fields from its prototype, as getters.
  for (const name of new Set([...Object.keys(options), ...Object.keys(fields)])) {
    const value = options[name as keyof Options];
    if (value == null) continue;
    if (!Object.hasOwn(fields, name)) return `${name} ${ifUnknown}`;
    const { rule, isValid } = fields[name as keyof Options];
    if (!isValid(value)) return `${name} ${rule}`;
  }
  return undefined;
}
