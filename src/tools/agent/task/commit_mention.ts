/** A commit that a text is about and nothing else: by its id, or by a number that its subject names. */
export type CommitMention = { readonly id: string } | { readonly number: string };

const MENTION =
  /^(?:(?:commit|issue|pr|pull request|fix(?:e[sd])?|closes|see)[\s:]+)?(?:([\da-f]{7,40})|(?:gh-#?|(?:[\w.-]+\/[\w.-]+)?#)(\d{1,9}))$/i;

export function commitMentionOf(text: string): CommitMention | undefined {
  const [, id, number] = MENTION.exec(text.trim().slice(0, 200)) ?? [];
  if (number !== undefined) return { number };
  // Letters alone are rather a word: `defaced`.
  return id !== undefined && /\d/.test(id) ? { id: id.toLowerCase() } : undefined;
}

/** Reports whether a commit is one that is meant. */
export function isMeant(
  mention: CommitMention,
  { id, subject }: { readonly id: string; readonly subject: string },
): boolean {
  return "id" in mention
    ? id.startsWith(mention.id)
    : new RegExp(`(?:#|\\bgh-)${mention.number}(?!\\d)`, "i").test(subject);
}
