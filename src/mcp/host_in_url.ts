/** Formats an address for URLs: IPv6 in brackets. */
export function hostInUrl(hostname: string): string {
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}
