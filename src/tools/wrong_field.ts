/** What a field of a host's options must be. */
export interface FieldRule {
  /** In words, after its name. */
  readonly phrase: string;
  readonly isRight: (value: unknown) => boolean;
}

/**
 * Says which field of a host's options is wrong, or is not known: `cwd must be a string`. Fields that are `null` or
 * `undefined` are as good as absent.
 */
export function fieldProblem<Options extends object>(
  options: Options,
  fields: Readonly<Record<keyof Options, FieldRule>>,
  unknown: string,
): string | undefined {
  // An instance of a class may have its fields from its prototype, as getters.
  for (const name of new Set([...Object.keys(options), ...Object.keys(fields)])) {
    const value = options[name as keyof Options];
    if (value == null) continue;
    if (!Object.hasOwn(fields, name)) return `${name} ${unknown}`;
    const { phrase, isRight } = fields[name as keyof Options];
    if (!isRight(value)) return `${name} ${phrase}`;
  }
  return undefined;
}
