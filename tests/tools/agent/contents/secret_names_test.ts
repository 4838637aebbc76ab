/**
 * Which names count as those of secrets: "9.10: 'never files named like secrets (one table, by the public lists of such
 * names, their copies and any case […]); a source named `token.ts` is none'".
 */
import { assertEquals } from "@std/assert";
import { isSecretPath } from "../../../../src/tools/agent/contents/secret_names.ts";
import { gitIn } from "../../../support/git.ts";
import { GIT, need, needing } from "../../../support/machine.ts";
import { runSync } from "../../../support/process.ts";

const CLONE = need("a clone", () => runSync(["git", "rev-parse", "--git-dir"])?.code === 0);

const NAME = "9.10: 'never files named like secrets'";

/** Asserts which of these paths, separated by spaces, count as secret. */
function assertSecret(paths: string, expected: "all" | "none"): void {
  const all = paths.split(" ");
  const secret = all.filter((path) => isSecretPath(`/project/${path}`));
  const wrong = expected === "all" ? all.filter((path) => !secret.includes(path)) : secret;
  assertEquals(wrong, []);
}

/** Names that a public list has; what a list gives as a pattern is an example of it. */
const LISTED: Readonly<Record<string, string>> = {
  "Plazmaz/leaky-repo":
    ".bash_profile .bashrc .docker/.dockercfg .docker/config.json .esmtprc .ftpconfig .git-credentials .idea/WebServers.xml .mozilla/firefox/cert9.db .mozilla/firefox/key4.db .mozilla/firefox/logins.json .netrc .npmrc .remote-sync.json .ssh/id_rsa .ssh/id_rsa.pub .vscode/sftp.json cloud/.credentials cloud/.s3cfg cloud/.tugboat cloud/heroku.json db/.pgpass db/dbeaver-data-sources.xml db/dump.sql db/mongoid.yml db/robomongo.json deployment-config.json etc/shadow filezilla/filezilla.xml filezilla/recentservers.xml hub misc-keys/cert-key.pem misc-keys/putty-example.ppk proftpdpasswd sftp-config.json ventrilo_srv.ini web/ruby/config/master.key web/ruby/secrets.yml web/var/www/.env web/var/www/public_html/.htpasswd web/var/www/public_html/wp-config.php",
  "michenriksen/gitrob and eth0izzle/shhgit":
    "server.pem x.pkcs12 x.p12 x.pfx private.asc otr.private_key x.ovpn x.cscfg x.rdp x.mdf x.sdf x.sqlite x.sqlite3 x.bek x.tpm x.fve x.jks x.psafe3 secret_token.rb initializers/carrierwave.rb database.yml initializers/omniauth.rb x.agilekeychain x.keychain x.pcap x.gnucash jenkins.plugins.publish_over_ssh.BapSshPublisherPlugin.xml credentials.xml x.kwallet LocalSettings.php x.tblk Favorites.plist configuration.user.xpl x.dayone journal.txt .chef/knife.rb proftpdpasswd robomongo.json filezilla.xml recentservers.xml ventrilo_srv.ini terraform.tfvars .exports .functions .extra deploy_rsa deploy_dsa deploy_ed25519 deploy_ecdsa ssh/config x.key x.keypair .bash_history .zsh_history .zhistory .mysql_history .psql_history .pgpass .irb_history .purple/accounts.xml .xchat2/servlist_.conf .irssi/config .recon-ng/keys.db dbeaver-data-sources.xml .muttrc .s3cfg .aws/credentials sftp-config.json .trc .gitrobrc .bashrc .zshrc .cshrc .profile .bash_profile .zsh_profile .aliases .bash_aliases config.inc.php x.keystore x.keyring x.kdb x.kdbx dump.sql x.sqldump .htpasswd .netrc .gem/credentials .tugboat doctl/config.yaml .git-credentials config/hub .gitconfig .chef/deploy.pem etc/shadow etc/passwd .dockercfg .npmrc .env credential password x.ppk heroku.json id_rsa_pub mongoid.yml x.netrc .remote-sync.json .esmtprc deployment-config.json .ftpconfig .idea/WebServers.xml .vscode/sftp.json web/ruby/secrets.yml .docker/config.json ruby/config/master.key .mozilla/firefox/logins.json bash_history",
};

/** Read though a list names them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "a plain word, as which it is the configuration of anything; so in its own folder alone":
    "config history profile aliases knife.rb carrierwave.rb omniauth.rb",
  "sources that every project of a framework has and a fault may lie in":
    "settings.py config.php salesforce.js",
  "what is read to find a fault, or makes a database": "server.log schema.sql",
  "random letters, which are no secret": "high-entropy-misc.txt",
};

Deno.test(`${NAME}: by public lists`, async (t) => {
  for (const [list, paths] of Object.entries(LISTED)) {
    await t.step(list, () => assertSecret(paths, "all"));
  }
  for (const [why, paths] of Object.entries(EXCEPTIONS)) {
    await t.step(`not ${why}`, () => assertSecret(paths, "none"));
  }
});

const KINDS: Readonly<Record<string, string>> = {
  histories:
    ".bash_history .zsh_history .zhistory .python_history .node_repl_history .Rhistory fish_history ConsoleHost_history.txt",
  environments:
    ".env .env.local .env.production .env.example prod.env .envrc .dev.vars .dev.vars.production .flaskenv prod.env.json app.env.local local.settings.json",
  clouds:
    "main.tfvars terraform.tfvars.json x.auto.tfvars terraform.tfstate terraform.tfstate.1699.backup kubeconfig kubeconfig-prod.yaml my-kubeconfig .dockerconfigjson .docker/config.json .azure/accessTokens.json .azure/msal_token_cache.json .azure/azureProfile.json .aws/config .kube/config .oci/config .config/hub .config/gh/hosts.yml .config/op/config .config/doctl/config.yaml .config/rclone/rclone.conf .config/sops/age/keys.txt app-firebase-adminsdk-1a.json",
  accounts:
    "bitwarden_export.json lastpass_export.csv a.1pux logins.csv wallet.json 2fa-backup-codes.txt seed.txt .op/config .fly/config.yml acme.json .erlang.cookie app.PublishSettings .cursor/mcp.json .slackrc wg-client.conf etc/shadow etc/passwd site.htpasswd .htpasswd htpasswd .vault_pass .vault_pass.txt .vault-pass vault-password .passwd-s3fs .mylogin.cnf .databrickscfg kaggle.json .pgpass",
  words:
    ".credentials .password dbPassword.txt dbpassword.txt awsCredentials.json awscreds.json creds creds.json my_creds.txt passphrase.txt token github_token.txt githubToken.json api_key.txt api-key.json apiKey.json APIKey.yaml openai.apikey privateKey.txt accessKeys.csv rootkey.csv service-account.json serviceAccountKey.json client_secret_1.apps.example.com.json oauth_creds.json auth.json credentials.yml.enc deploy_key",
  transfers: ".netrc _netrc .msmtprc .curlrc .wgetrc .lftprc WinSCP.ini sitemanager.xml",
  editors:
    ".idea/dataSources.xml .idea/dataSources.local.xml .idea/webServers.xml .vscode/sftp.json",
  buildTools:
    ".npmrc .yarnrc.yml .pypirc .m2/settings.xml .m2/settings-prod.xml settings-security.xml NuGet.Config keystore.properties key.properties .gradle/gradle.properties .cargo/credentials.toml .gem/credentials .terraform.d/credentials.tfrc.json",
  frameworks:
    "wp-config.php LocalSettings.php appsettings.json appsettings.Development.json database.yml prod.secret.exs secrets.exs",
  keys:
    "server.pem server.key a.pkcs12 a.pk8 a.p8 a.jks a.keytab client.ovpn a.psafe3 a.agekey a.kdbx a.gpg id_rsa id_rsa.pub id_rsa_github deploy_ed25519 ssh_host_rsa_key secring.asc private-key.asc",
  folders:
    "secrets/db.yaml secrets/prod/key.txt .secrets/x .ssh/config .ssh/known_hosts x/.gnupg/a.conf .auth/user.json",
};

Deno.test(`${NAME}: the whole of each kind`, async (t) => {
  for (const [kind, paths] of Object.entries(KINDS)) {
    await t.step(kind, () => assertSecret(paths, "all"));
  }
});

Deno.test(`${NAME}: 'their copies and any case'`, () => {
  const copies =
    "%~|%.bak|%.old|%.orig|%.backup|%.save|%.swp|.%.swp|%.copy|%.1|%.~1~|%.2024-01-01|%-20240101|%.2024-01-01.bak.1|%-|#%#|.#%|~$%|% (1)|% copy|% copy 2|% - Copy|Copy of %|%.local";
  const names = ["id_rsa", ".npmrc", ".pgpass", "shadow", "server.key", "wp-config.php"];
  const between =
    "wp-config.bak.php|wp-config-backup.php|credentials (1).json|filezilla (1).xml|sitemanager - Copy.xml|database.production.yml";
  const all = names.flatMap((name) =>
    copies.split("|").map((copy) => copy.replace("%", () => name))
  );
  for (const path of [...all, ...between.split("|"), ".docker/config.json.bak"]) {
    for (const spelled of [path, path.toUpperCase()]) {
      assertEquals([spelled, isSecretPath(`/project/${spelled}`)], [spelled, true]);
    }
  }
});

/** Files of public repositories, and others like them. */
const READ: Readonly<Record<string, string>> = {
  "cli/cli":
    "pkg/cmd/auth/shared/oauth_scopes.go pkg/cmd/auth/token/token_test.go pkg/cmd/auth/shared/git_credential.go pkg/cmd/secret/secret.go pkg/cmd/auth/token/token.go pkg/cmd/auth/auth.go acceptance/testdata/auth/auth-token.txtar",
  "expressjs/express": "test/acceptance/auth.js History.md",
  "hashicorp/terraform":
    "internal/communicator/ssh/password.go internal/communicator/ssh/password_test.go internal/backend/remote-state/oci/auth.go internal/command/testdata/login-oauth-server/oauthserver.go internal/command/cliconfig/credentials.go",
  "huggingface/huggingface_hub":
    "tests/test_auth.py tests/test_utils_dotenv.py tests/test_utils_git_credentials.py src/huggingface_hub/_oauth.py docs/source/en/package_reference/oauth.md",
  "huggingface/tokenizers":
    "bindings/node/lib/bindings/tokenizer.test.ts bindings/python/src/token.rs tokenizers/tests/added_tokens.rs bindings/python/py_src/tokenizers/pre_tokenizers.pyi docs/source-doc-builder/api/added-tokens.mdx tokenizers/Cargo.toml tokenizers/Makefile",
  "kubernetes/client-go":
    "kubernetes/typed/authentication/v1/tokenreview.go kubernetes/typed/core/v1/secret.go applyconfigurations/core/v1/secretkeyselector.go applyconfigurations/storage/v1/tokenrequest.go tools/auth/clientauth.go",
  "laravel/framework":
    "tests/Auth/AuthDatabaseTokenRepositoryTest.php src/Illuminate/Translation/lang/en/passwords.php src/Illuminate/Auth/Passwords/TokenRepositoryInterface.php src/Illuminate/Console/View/Components/Secret.php src/Illuminate/Support/Facades/Auth.php",
  "moby/moby":
    "client/image_history.go client/secret_remove_test.go vendor/golang.org/x/oauth2/token.go vendor/golang.org/x/crypto/ssh/client_auth.go vendor/github.com/moby/buildkit/session/secrets/secrets.proto",
  "nextauthjs/next-auth":
    "apps/dev/nextjs/pages/credentials.tsx apps/dev/nextjs/auth.ts packages/core/src/providers/oauth.ts packages/core/src/lib/actions/signin/send-token.ts docs/pages/getting-started/authentication/credentials.mdx apps/dev/qwik/src/routes/plugin@auth.ts packages/adapter-fauna/fauna/verificationToken.fsl",
  "pallets/flask": "examples/tutorial/tests/test_auth.py examples/tutorial/flaskr/auth.py",
  "rails/rails":
    "railties/test/application/credentials_test.rb railties/test/application/creds_test.rb actionview/lib/action_view/helpers/tags/password_field.rb activerecord/lib/active_record/secure_token.rb activemodel/lib/active_model/secure_password.rb",
  "rust-lang/cargo":
    "credential/cargo-credential/src/secret.rs src/util/credential/token.rs tests/testsuite/credential_process.rs tests/testsuite/build_script_env.rs doc/man/includes/options-token.md credential/cargo-credential/Cargo.toml",
  "spring-projects/spring-security":
    "docs/modules/ROOT/pages/servlet/authentication/passwords/in-memory.adoc docs/modules/ROOT/pages/servlet/oauth2/resource-server/dpop-tokens.adoc oauth2/oauth2-jose/spring-security-oauth2-jose.gradle",
  "traefik/traefik":
    "pkg/middlewares/auth/basic_auth.go pkg/cli/loader_env.go integration/fixtures/simple_auth.toml pkg/api/testdata/middleware-auth.json",
  "vitejs/vite": "patches/dotenv-expand@13.0.0.patch",
  "names like them":
    "secrets_test.exs vault_pass.go wallet.ts seed.ts acme.go mcp.ts admin.go cookies.ts token.ts tokenizer.py secrets.rs credentials_test.go password_field.tsx tokenizer.json tokenizer_config.json special_tokens_map.json design-tokens.json package.json authors.txt author.json tokens.css auth.ts oauth.go api_key.rb secrets/manager.ts src/secrets/__init__.py builtin/secrets/aws/backend.go secrets/README.md book/credentials.asc guide.asc .docker/Dockerfile .docker/nginx.conf .azure/pipelines.yml .azure/azure-pipelines.yml kubeconfig.go tfstate.go prod.env.js vite-env.d.ts id_rsa_parser.go wp-config-sample.php HISTORY HISTORY.md config.php settings.py settings.json settings.xml gradle.properties lib/omniauth.rb lib/chef/knife.rb docs/passwords.md password.html secretary.json serviceaccount.yaml passwordReset.vue Password.java SecretKey.kt token.proto keys.ts key.go env.py monkey.json shadow.css passwd.c hub.go .env.d/x.ts setup.cfg sftp.ts .gitignore keystore.go history.ts .history/a.ts profile.json bash_completion tokens.scss secrets.tf secret.graphql credentials.mdx test_token.py config.json app.config .vscode/settings.json .idea/workspace.xml",
};

Deno.test(`${NAME}: 'a source named \`token.ts\` is none'`, async (t) => {
  for (const [repository, paths] of Object.entries(READ)) {
    await t.step(repository, () => assertSecret(paths, "none"));
  }
});

Deno.test(needing([GIT, CLONE], `${NAME}: no file of this repository is one`), async () => {
  const files = await gitIn(".", ["ls-files", "-z"]);
  assertEquals(files.filter((path) => isSecretPath(`/${path}`)), []);
});

Deno.test(`${NAME}: 'a folder \`secrets\` above the root does not count'`, () => {
  const root = "/home/a/secrets/project";
  assertEquals(isSecretPath(`${root}/package.json`, root.length), false);
  assertEquals(isSecretPath(`${root}/secrets/a.json`, root.length), true);
  assertEquals(isSecretPath(`${root}/package.json`), true);
  assertEquals(isSecretPath("/home/a/.ssh/a/b.txt", "/home/a/.ssh/a".length), true);
});
