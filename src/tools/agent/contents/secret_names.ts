/** Names of files that hold secrets, whatever lies in them. No contents of theirs are looked through. */

const SECRET_NAME = new RegExp(
  [
    "^\\.env",
    "\\.(?:asc|env|gpg|jks|kdbx?|key|keystore|p12|p8|pem|pfx|ppk|secrets?|tfstate|tfvars)(?:\\.(?:backup|bak|old|orig))?$",
    "^id_(?:dsa|ecdsa|ed25519|rsa|xmss)|_(?:dsa|ecdsa|ed25519|rsa)$",
    "^(?:kubeconfig|[._](?:bash_history|boto|dockercfg|git-credentials|htpasswd|my\\.cnf|netrc|npmrc|pgpass|pypirc|s3cfg|vault-token|yarnrc))(?:\\.|$)",
  ].join("|"),
  "i",
);

/** A word for secrets in the name of a file that is not source code, by its ending. */
const SECRET_WORD =
  /(?:^|[^a-z])(?:client[-_]?secret|credential|passphrase|password|private[-_]?key|secret|service[-_]?account)(?:s|[-_]?key)?(?![a-z])/i;
const DATA_NAME =
  /^[^.]*$|\.(?:bak|cfg|conf|csv|dat|db|enc|ini|json|old|orig|plist|properties|toml|txt|xml|ya?ml)$/i;

/** Directories that hold keys and tokens of a person. */
const SECRET_DIRECTORY =
  /(?:^|\/)\.(?:ssh|gnupg|aws|azure|kube|docker|password-store|config\/(?:gcloud|gh|hub))\//i;

/** Reports whether a file holds secrets, by its path. */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return SECRET_NAME.test(name) || SECRET_WORD.test(name) && DATA_NAME.test(name) ||
    SECRET_DIRECTORY.test(path);
}
