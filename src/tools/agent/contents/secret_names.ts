/**
 * Names of files that hold secrets, whatever lies in them. No contents of theirs are looked through.
 *
 * The table is of globs, for names without their marks of copies, in any case: `*` stands for any letters, `{a,b}` for
 * either. One that starts with a letter also stands for the name with `.` or `_` before it.
 */

/** Names that count whatever their ending, by kind. */
const SECRET_NAME = anyOf(
  Object.values({
    histories:
      ".*history {bash,csh,fish,irb,mysql,psql,sh,zsh}_history consolehost_history.txt .histfile .lesshst .viminfo .dbshell",
    shells:
      "{bash,csh,ksh,zsh}rc {bash,zsh}_{profile,login,aliases} .{profile,aliases,exports,extra,functions,zlogin,zprofile,zshenv}",
    environments: ".env* env *.env .vars .dev.vars* flaskenv .renviron local.settings.json",
    clouds:
      "*.tfvars* *.tfstate* tfrc terraformrc terraform.rc kubeconfig dockercfg dockerconfigjson s3cfg boto tugboat heroku.json databrickscfg rclone.conf ngrok.yml google-services.json googleservice-info.plist *firebase-adminsdk*.json *.publishsettings azureauth.properties acme.json admin.conf",
    accounts:
      "shadow gshadow passwd master.passwd .passwd* proftpdpasswd smbcredentials *.htpasswd *htdigest .my.cnf mylogin.cnf pgpass pgpass.conf kaggle.json userlist.txt tomcat-users.xml odbc.ini wallet.{dat,json} journal.txt *mnemonic*.txt seed.txt {bitwarden,lastpass,1password}_export* *.1pux logins.csv *{backup,recovery}{,-,_, }codes*.txt pg_service.conf .erlang.cookie",
    tokens:
      "hub trc twurlrc gitrobrc gitconfig clasprc.json sentryclirc coveralls.yml wakatime.cfg transifexrc vault-token {auth,oauth,oauth2}.{json,toml,ini,cfg,conf,txt} authinfo {,gcp-,sa-}key.json keys.{db,json,txt} cookies.{txt,json,db} logins.json {key3,key4,cert8,cert9}.db",
    transfers:
      "netrc *.netrc git-credentials {curl,esmtp,fetchmail,getmail,lftp,mbsync,msmtp,mutt,neomutt,offlineimap,wget}rc ftpconfig ftppass sftp.json sftp-config{,-alt}{,.json} remote-sync.json deployment-config.json {filezilla,sitemanager,recentservers}.xml {ws_ftp,wcx_ftp,winscp,ventrilo_srv}.ini wg*.conf wpa_supplicant.conf .mailrc .slackrc configuration.user.xpl",
    databases:
      "dbeaver-data-sources*.xml robomongo.json {,robo}mongorc.js connections.xml favorites.plist dump.sql *.{dayone,gnucash,mdf,sdf,sqldump,sqlite,sqlite3}",
    buildTools:
      "npmrc pnpmrc yarnrc yarnrc.y{,a}ml pypirc pip.{conf,ini} condarc gemrc nuget.config settings-security.xml {key,keystore,signing}.properties",
    frameworks:
      "wp-config.php localsettings.php config.inc.php appsettings*.json connectionstrings.config {database,mongoid}.y{,a}ml *.secret.exs secret{,s}.exs secret_token.rb jenkins.plugins.publish_over_ssh.*.xml",
    keys:
      "*.{key,keypair,keyring,keystore,keytab,pem,p8,p12,pfx,pk8,pkcs8,pkcs12,ppk,jks,jceks,bks,snk} *_{dsa,ecdsa,ed25519,rsa} id_{dsa,ecdsa,ed25519,rsa,xmss} ssh_host_*_key otr.private_key secring.asc *{private,secret}{,-key,_key}{,s}.asc",
    vaults:
      "*.{1pif,agekey,agilekeychain,gpg,kdb,kdbx,keychain,keychain-db,kwallet,opvault,pgp,psafe3} *.{bek,fve,tpm,cscfg,nmconnection,ovpn,pcap,rdp,tblk}",
    words:
      "*.{apikey,cred,creds,credential,credentials,jwt,passwd,password,passwords,secret,secrets,token}",
  }).join(" "),
);

/** Names that count in one folder alone. */
const SECRET_PLACE = anyOf(
  ".azure/{config,accesstokens.json,azureprofile.json,msal*,service_principal*} .bundle/config config/hub config/parameters.y{,a}ml .dbeaver/data-sources.json default/settings.php .docker/config.json doctl/config.y{,a}ml .acme.sh/account.conf .anthropic/key .cloudflared/*.json .cursor/mcp.json .dbt/profiles.y{,a}ml etc/{env.php,local.xml} .fly/config.y{,a}ml .netlify/config.json .op/config .snowflake/connections.toml .gradle/gradle.properties {.idea,options}/{datasources,deployment,sshconfigs,webservers}*.xml initializers/{carrierwave,omniauth}.rb irssi/config .m2/settings*.xml purple/accounts.xml ssh/config xchat{,2}/servlist{,_}.conf",
);

/** Folders of a person, with all that lies in them. */
const PERSONAL_FOLDER = anyFolderOf(
  ".{aws,chef,gnupg,irssi,kube,mozilla,oci,password-store,purple,snowsql,sops,ssh,thunderbird} .config/{configstore,containers,doctl,gcloud,gh,github-copilot,glab-cli,hcloud,hub,op,rclone,sops,stripe} .subversion/auth",
);

/** Folders of a project whose data files count. */
const DATA_FOLDER = anyFolderOf("{,.}secrets .{auth,credentials,creds,tokens}");

/** Names that count for data files. */
const SECRET_DATA_NAME = anyOf(
  "*kubeconfig* *vault_pass* *tfstate* *.env.* id_{dsa,ecdsa,ed25519,rsa,xmss}{-,_,.}* *service{,-,_}account*.json",
);

/** Words that count anywhere in names of data files, where a space is a sign, a change of case, or nothing. */
const WORDS =
  /credential|\bcred(?:s|\b)|creds\b|pass(?:wo?r?d|code|phrase)|\bpwds?\b|vault pass|secret|token|(?:access|account|api|deploy|encryption|master|private|rsa|service|signing|ssh) ?keys?\b|recovery ?(?:code|key)|root ?key|seed ?phrase/;
/** Such words that tell no secret: of models, designs, C++, and programs that are asked for credentials. */
const HARMLESS =
  /tokeni[sz]\w*|(?:added|colou?r|design|special|stop|theme) ?tokens?|secretar\w*|(?:docker|git) credential (?=[a-z])/g;

/** The names of files that people and programs write values to, not code or text to read. */
const DATA_NAME =
  /^[^.]*$|^\.[^.]*$|\.(?:age|b64|base64|bin|cfg|cnf|conf|config|csv|dat|data|db|enc|env|hex|ini|json[5c]?|list|lst|plist|properties|props|pub|te?xt|toml|tsv|xml|ya?ml)$/;

/** What copies have before and after the name of the file, or before its ending. */
const COPY_START = /^(?:#|~\$?|copy of |backup of |\.(?=[.#]))+/i;
const COPY_END =
  /(?:(?<![\s.~#-])[\s.~#-]+|[._ -](?:backup|bak|bck|bkp|copy|dev|development|dpkg-(?:dist|new|old)|local|old|orig|original|prev|previous|prod|production|rpm(?:new|orig|save)|saved?|staging|sw[a-p]|te?mp|~?\d[\dtz:]*)| ?\(\d+\))(?=(?:\.[a-z]+)?$)/i;
/** Maximum number of marks of copies that are looked for. */
const MAX_COPY_MARKS = 8;

/** A star at an end is no part of the expression, so that a name is looked through once. */
function anyOf(globs: string): RegExp {
  const sources = globs.split(" ").map((glob) => {
    const start = glob.startsWith("*") ? "" : glob.startsWith(".") ? "^" : "^[._]?";
    return start + sourceOf(glob.replace(/^\*|\*$/g, "")) + (glob.endsWith("*") ? "" : "$");
  });
  return new RegExp(sources.join("|"));
}

function anyFolderOf(globs: string): RegExp {
  return new RegExp(`(?:^|/)(?:${globs.split(" ").map(sourceOf).join("|")})/`);
}

function sourceOf(glob: string): string {
  const sources: Record<string, string> = { ".": "\\.", "*": ".*", "{": "(?:", ",": "|", "}": ")" };
  return glob.replace(/[.*{,}]/g, (sign) => sources[sign]!);
}

function withoutCopyMarks(name: string): string {
  let rest = name.replace(COPY_START, "");
  for (let i = 0, before = ""; i < MAX_COPY_MARKS && rest !== before; i++) {
    before = rest;
    rest = rest.replace(COPY_END, "");
  }
  return rest;
}

function wordsOf(name: string): string {
  const spaced = name.replace(/([a-z\d])(?=[A-Z])/g, "$1 ").replace(/[^A-Za-z]+/g, " ");
  return spaced.toLowerCase().replace(HARMLESS, "");
}

/**
 * Reports whether a file holds secrets, by its resolved path.
 *
 * @param rootLength The length of the path of its root, as a project may lie in a folder `secrets`.
 */
export function isSecretPath(path: string, rootLength = 0): boolean {
  const nameStart = path.lastIndexOf("/") + 1;
  const spelled = withoutCopyMarks(path.slice(nameStart));
  const name = spelled.toLowerCase();
  const folders = path.slice(0, nameStart).toLowerCase();
  const parent = folders.slice(folders.lastIndexOf("/", folders.length - 2) + 1);
  if (SECRET_NAME.test(name) || SECRET_PLACE.test(parent + name)) return true;
  if (PERSONAL_FOLDER.test(folders)) return true;
  if (!DATA_NAME.test(name)) return false;
  return SECRET_DATA_NAME.test(name) || WORDS.test(wordsOf(spelled)) ||
    DATA_FOLDER.test(path.slice(rootLength, nameStart).toLowerCase());
}
