/** Names of files that hold secrets, whatever lies in them. No contents of theirs are looked through. */

const SECRET_NAME = new RegExp(
  [
    "^\\.env",
    "\\.(?:env|key|pem|p8|p12|pfx|ppk|jks|keystore|kdbx?|gpg|asc|tfstate|tfvars|secrets?)(?:\\.[^.]*)?$",
    "^id_(?:rsa|dsa|ecdsa|ed25519|xmss)",
    "^[._](?:npmrc|netrc|pypirc|pgpass|my\\.cnf|htpasswd|git-credentials|vault-token|dockercfg)$",
    "^\\.?(?:[^.]*[-_.])?(?:credentials?|secrets?|passwords?|service[-_]account[^.]*)(?:\\.(?:cfg|conf|csv|dat|db|enc|ini|json|plist|properties|toml|txt|xml|ya?ml))*$",
  ].join("|"),
  "i",
);

/** Directories that hold keys and tokens of a person. */
const SECRET_DIRECTORY = /(?:^|\/)\.(?:ssh|gnupg|aws|azure|kube|docker|password-store)\//i;

/** Reports whether a file holds secrets, by its path. */
export function isSecretPath(path: string): boolean {
  return SECRET_NAME.test(path.slice(path.lastIndexOf("/") + 1)) || SECRET_DIRECTORY.test(path);
}
