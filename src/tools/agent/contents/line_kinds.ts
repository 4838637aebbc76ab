/** What a line of a file is, by its start. */

const IMPORT =
  /^\s*(?:import\b|from \S+ import\b|(?:pub(?:\([a-z]+\))? )?(?:use|mod) [\w:{]|using |#\s*include\b|require\b|package |extern crate|export (?:\*|\{[^}]*\}) from\b|(?:const|let|var) [^=]{1,200}= (?:await import|require)\()/;

const LICENCE =
  /\b(?:copyright|licen[cs](?:e|ed|or)\b|SPDX-|permission is hereby|without warrant|redistributions? )/i;

/** Reports whether a line imports names, which says where they are used but not what is done with them. */
export function isImport(line: string): boolean {
  return IMPORT.test(line.slice(0, 400));
}

/** Reports whether a line that begins as a comment speaks of a licence. */
export function isLicence(line: string): boolean {
  return isComment(line) && LICENCE.test(line.slice(0, 400));
}

const COMMENT =
  /^\s*(?:\/[/*]|\*(?:[\s/]|$)|#(?!\s*(?:include|define|if|ifdef|ifndef|else|elif|endif|pragma|error)\b|!?\[)|--\s|;|"""|'''|<!--)/;

/** Reports whether a line begins as a comment or a docstring does in any common language. */
export function isComment(line: string): boolean {
  return COMMENT.test(line.slice(0, 400));
}
