import { DirectoryKeys } from "../directory/directory_keys.ts";
import type { EntryKey } from "../directory/entry_key.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { Look } from "../scope/second_look.ts";
import type { KnownListing, Listings, Place } from "../walk/known_listings.ts";

/** Knows nothing, and notes what is read with it, for a walk of another thread that keeps it. */
export class NotedListings implements Listings {
  find(): undefined {}

  keep(_path: ScopedPath, look: Look, _above: Place, read: readonly EntryKey[]): KnownListing {
    return { keys: new DirectoryKeys(read), place: {}, look };
  }

  above(): Place {
    return {};
  }
}
