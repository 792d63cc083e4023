import { describe, expect, it } from 'vitest';
import type { Shape } from '../model/shape.ts';
import { redact, ruleNames } from './redact.ts';

const shapes: Readonly<Record<string, Shape>> = {
  md: { source: 'documentation', kind: 'prose', language: 'markdown', options: '' },
  env: { source: 'deployment', kind: 'env', language: 'dotenv', options: '' },
  tf: { source: 'deployment', kind: 'terraform', language: 'hcl', options: '' },
  k8s: { source: 'deployment', kind: 'kubernetes', language: 'yaml', options: '' },
  compose: { source: 'deployment', kind: 'compose', language: 'yaml', options: '' },
  docker: { source: 'deployment', kind: 'dockerfile', language: 'dockerfile', options: '' },
  nginx: { source: 'deployment', kind: 'nginx', language: 'nginx', options: '' },
  log: { source: 'logs', kind: 'plain', language: 'log', options: '' },
  ci: { source: 'deployment', kind: 'ci', language: 'yaml', options: '' },
  ansible: { source: 'deployment', kind: 'ansible', language: 'yaml', options: '' },
  systemd: { source: 'deployment', kind: 'systemd', language: 'systemd', options: '' },
  conv: { source: 'conversation', kind: 'plain', language: 'text', options: '' },
  txt: { source: 'documentation', kind: 'prose', language: 'text', options: '' },
};
const CONFIG = /^(?:json|yaml|toml|ini|properties|xml)$/;
const shapeOf = (tag: string): Shape =>
  shapes[tag] ?? {
    source: 'code',
    kind: CONFIG.test(tag) ? 'config' : 'source',
    language: tag,
    options: '',
  };

/** One form a line: where it stands, then the text; § is the secret, § twice its halves, ⏎ an end of line. */
const FORMS = String.raw`
python PASSWORD = '§'
python db_password: str = "§"
python connect(host="db", user="app", password="§")
python requests.get(url, auth=("admin", "§"))
python os.environ.get("DB_PASSWORD", "§")
python os.getenv('API_TOKEN', default='§')
python settings = {"password": "§", "user": "app"}
python session.auth = HTTPBasicAuth("admin", "§")
python jwt.encode(payload, "§", algorithm="HS256")
python hmac.new(b"§", message, hashlib.sha256)
python def connect(user="app", password="§"):
python parser.add_argument("--password", default="§")
python client.login("admin", "§")
python conn = psycopg2.connect("dbname=shop user=app password=§")
python app.secret_key = "§"
python subprocess.run(["mysql", "--password=§"])
python args = ["--pass", "§"]
python password = "¶" + "¶"
json {"pass\u0077ord": "§"}
javascript const authToken = '§';
javascript jwt.sign(payload, '§')
javascript crypto.createHmac('sha256', '§').update(body)
javascript const secret = process.env.SECRET || '§';
javascript app.use(session({ secret: '§', resave: false }))
javascript axios.defaults.headers.common['X-Api-Key'] = '§';
javascript const headers = { Authorization: 'Bearer §' };
javascript document.cookie = "session_token=§; path=/";
javascript mongoose.connect('mongodb://app:§@db/shop')
javascript const { password = '§' } = options;
javascript user.setPassword('§');
go apiKey := "§"
go 	Password: "§",
go var secretKey = []byte("§")
go os.Setenv("DB_PASSWORD", "§")
go req.SetBasicAuth("admin", "§")
go pass := flag.String("password", "§", "the password of the database")
java private static final String PASSWORD = "§";
java Connection c = DriverManager.getConnection(url, "app", "§");
java @Value("${'$'}{db.password:§}")
csharp var c = new NetworkCredential("admin", "§");
powershell $p = ConvertTo-SecureString "§" -AsPlainText -Force
php $password = '§';
php define('DB_PASSWORD', '§');
php 'password' => '§',
php $db = mysqli_connect("db", "app", "§", "shop");
ruby config.password = '§'
ruby token = ENV.fetch('API_TOKEN', '§')
rust let password = "§";
r password <- "§"
kotlin val apiToken = "§"
csharp var s = "Server=db;User Id=sa;Password=§;";
shell export DB_PASSWORD=§
shell mysql -u root -p§ shop
shell curl -u admin:§ https://x.example
shell redis-server --port 1 --requirepass §
shell kubectl create secret generic db --from-literal=password=§
shell openssl rsa -in k.pem -passin pass:§
shell docker login -u me -p § r.example
shell deploy --password § --dry-run
shell deploy --token=§
shell PGPASSWORD=§ psql -h db
shell echo "§" | docker login --username me --password-stdin
shell sshpass -p § ssh me@host
shell cat > ~/.pgpass <<EOF⏎db:5432:shop:app:§⏎EOF
shell curl -H "X-Auth-Token: §" https://x.example
shell htpasswd -b users me §
shell : "${'$'}{API_TOKEN:=§}"
shell wget --http-user=me --http-password=§ https://x.example
sql CREATE USER 'app' IDENTIFIED BY '§';
sql ALTER USER app WITH PASSWORD '§';
sql INSERT INTO users (name, password, age) VALUES ('bob', '§', 5);
sql SET PASSWORD FOR 'app' = PASSWORD('§');
sql UPDATE users SET password = '§' WHERE id = 1;
csv name,password,role⏎bob,§,admin⏎
md | user | password |⏎|---|---|⏎| bob | § |
md The admin password is §.
md Log in as admin with the password "§" and go on.
md Password: §
md The API token for staging is ${'`'}§${'`'}.
md user: admin, pass: §
yaml password: §
yaml password:⏎  §
yaml passwords:⏎  - §⏎  - §
compose environment:⏎  - POSTGRES_PASSWORD=§
compose command: redis-server --requirepass §
k8s - name: DB_PASSWORD⏎  value: §
k8s kind: Secret⏎stringData:⏎  note: §
yaml password: >-⏎  §
yaml db: {user: app, password: §}
toml password = """⏎§⏎"""
ini [db]⏎password=§
properties spring.datasource.password=§
env JWT_SECRET="§"
tf variable "db_password" {⏎  type    = string⏎  default = "§"⏎}
json "db_password": {⏎  "value": "§",⏎  "type": "string"⏎}
html <input type="password" name="pw" value="§">
xml <add key="ApiKey" value="§" />
xml <password>§</password>
docker ENV DB_PASSWORD §
text postgres%3A%2F%2Fapp%3A§%40db%2Fshop
log login user=bob password=§ from 10.0.0.1
text Set-Cookie: session=§; HttpOnly
nginx proxy_set_header Authorization "Bearer §";
python DATABASES = {'default': {'ENGINE': 'x', 'PASSWORD': '§'}}
python login(username='bob', passwd='§')
python r = requests.post(url, data={'user': 'bob', 'password': '§'})
python redis.Redis(host='h', password='§')
python smtp.login('me@x.example', '§')
python paramiko.connect(host, username='root', password='§')
python create_engine('mysql+pymysql://root:§@localhost/db')
python aws_secret_access_key='§'
python kwargs.setdefault('password', '§')
python password = os.environ.get('PW') or '§'
python token = os.getenv("TOKEN", "§")
python SECRET_KEY = b'§'
python app.config['SECRET_KEY'] = '§'
python app.config.update(SECRET_KEY='§')
python {"auth": ["bob", "§"]}
python headers = {"X-API-KEY": "§"}
python session.headers.update({'Authorization': 'Token §'})
javascript const db = mysql.createConnection({ host: 'h', password: '§' });
javascript passport.use(new Strategy({ clientSecret: '§' }))
javascript bcrypt.hash('§', 10)
javascript const cfg = { "db.password": "§" }
javascript process.env.DB_PASSWORD = '§';
javascript const key = process.env.API_KEY ?? "§";
javascript fetch(url, { headers: { 'x-auth-token': "§" } })
javascript auth: { user: 'me', pass: '§' }
javascript new Client({ password: ${'`'}§${'`'} })
javascript <Login password="§" />
javascript const url = 'https://x.example/api?access_token=§';
javascript client.auth('§')
typescript private readonly apiSecret: string = '§';
typescript const config: Config = { jwtSecret: '§' };
go db, err := sql.Open("mysql", "root:§@tcp(db:3306)/shop")
go const adminPassword = "§"
go cfg := Config{User: "a", Password: "§"}
go client.SetPassword("§")
java props.put("password", "§");
java new UsernamePasswordAuthenticationToken("bob", "§")
java public static final String API_SECRET="§";
java ds.setPassword("§");
java KeyStore.load(in, "§".toCharArray());
java char[] password = "§".toCharArray();
csharp Password = "§"
csharp options.UseSqlServer("Server=h;Database=d;User=sa;Pwd=§")
php $conn = new mysqli("h", "root", "§", "db");
php new PDO('mysql:host=h', 'root', '§')
php const DB_PASS = '§';
php $config['db']['password'] = '§';
ruby ActiveRecord::Base.establish_connection(password: '§')
ruby :password => '§'
ruby User.create!(email: 'a@b', password: '§')
ruby config.secret_key_base = '§'
rust .basic_auth("bob", Some("§"))
rust const API_KEY: &str = "§";
rust password: "§".to_string(),
kotlin password = "§"
swift let apiKey = "§"
perl my $password = '§';
lua local password = "§"
r Sys.setenv(DB_PASSWORD = "§")
elixir config :app, password: "§"
scala val dbPassword = "§"
powershell $cred.Password = "§"
powershell net user bob § /add
shell PASSWORD='§' ./run
shell curl --user "bob:§" https://x.example
shell curl -d "username=bob&password=§" https://x.example
shell curl -H 'Authorization: Bearer §' https://x.example
shell psql "postgresql://app:§@db/shop"
shell mongo -u root -p § admin
shell redis-cli -a § ping
shell mysqldump --password=§ shop
shell ssh-keygen -N "§" -f key
shell openssl enc -aes-256-cbc -k § -in a
shell openssl enc -pass pass:§ -in a
shell gpg --passphrase § -d a
shell zip -P § a.zip a
shell unzip -P § a.zip
shell 7z a -p§ a.7z
shell echo 'bob:§' | chpasswd
shell vault login §
shell vault kv put secret/db password=§
shell aws configure set aws_secret_access_key §
shell heroku config:set API_TOKEN=§
shell az login -u bob -p §
shell helm install x --set db.password=§
shell docker run -e POSTGRES_PASSWORD=§ postgres
shell rabbitmqctl add_user bob §
shell ldapsearch -D cn=admin -w § -b dc=x
shell smbclient //h/s -U bob%§
shell sudo -S <<< "§"
shell export TOKEN="§"
shell set -x DB_PASSWORD §
shell ansible-playbook -e "db_password=§" x.yml
sql GRANT ALL ON *.* TO 'a'@'%' IDENTIFIED BY '§';
sql CREATE ROLE app LOGIN PASSWORD '§';
sql SELECT crypt('§', gen_salt('bf'));
sql CREATE LOGIN bob WITH PASSWORD = '§';
yaml api_key: "§"
yaml users:⏎  - name: bob⏎    password: §
yaml credentials:⏎  username: bob⏎  secret: §
ci env:⏎  NPM_TOKEN: §
ci run: curl -u bob:§ https://x.example
ansible - name: x⏎  mysql_user: name=bob password=§
compose   MYSQL_ROOT_PASSWORD: "§"
compose   - "REDIS_PASSWORD=§"
k8s   - --password=§
k8s   args: ["--token", "§"]
k8s data:⏎  password: §⏎kind: Secret
toml secret_key = "§"
toml [auth]⏎token = '§'
ini password = §
ini db_pass: §
properties jdbc.password = §
properties api.key=§
json {"accessToken":"§"}
json {"auth":{"user":"bob","pass":"§"}}
json {"name":"DB_PASSWORD","value":"§"}
json {"connectionString":"Server=h;Password=§;"}
json {"outputs":{"admin_password":{"sensitive":true,"value":"§"}}}
tf password = "§"
tf   master_password     = "§"
tf environment = { DB_PASSWORD = "§" }
tf user_data = "export DB_PASSWORD=§"
docker ENV DB_PASSWORD=§
docker ARG NPM_TOKEN=§
docker RUN echo "machine x login bob password §" > ~/.netrc
xml <property name="password" value="§"/>
xml <entry key="db.password">§</entry>
xml <user name="bob" password="§" roles="x"/>
html <input name="password" type="password" value='§'>
env DB_PASS=§
env export API_KEY='§'
env SECRET: §
md The password for the admin account is ${'`'}§${'`'}
md Use password ${'`'}§${'`'} to log in.
md - Password: **§**
md Username: bob⏎Password: §⏎
md login with bob/§
md credentials: bob / §
md My api key is §, please use it.
md ${'`'}${'`'}${'`'}⏎export TOKEN=§⏎${'`'}${'`'}${'`'}
md | Service | API key |⏎| --- | --- |⏎| x | §|
md the secret is "§"
txt the root password: §
conv the db password is §, can you check the connection?
conv my password is §
csv user;password⏎bob;§⏎
csv "email","password"⏎"a@b","§"⏎
log DEBUG headers={'Authorization': 'Basic §'}
log connecting with password '§'
log POST /login?user=bob&password=§ 200
log {"level":"info","token":"§"}
log passwd=§
text {\"password\":\"§\"}
text password%3D§
text X-Api-Key: §
text Authorization: Token §
text Cookie: auth_token=§
swift let credential = URLCredential(user: "bob", password: "§", persistence: .none)
swift request.setValue("Bearer §", forHTTPHeaderField: "Authorization")
swift static let clientSecret: String = "§"
swift try keychain.set("§", key: "accessToken")
swift Auth.auth().signIn(withEmail: "a@b.example", password: "§")
kotlin buildConfigField("String", "API_KEY", "\"§\"")
kotlin val store = mapOf("password" to "§")
kotlin signingConfigs { create("release") { keyPassword = "§" } }
kotlin const val CLIENT_SECRET: String = "§"
kotlin .header("X-Api-Key", "§")
groovy storePassword '§'
groovy credentials { username 'bob'; password '§' }
go auth := smtp.PlainAuth("", "me@x.example", "§", "mail.x.example")
go creds := credentials.NewStaticCredentials("AKID", "§", "")
go rdb := redis.NewClient(&redis.Options{Addr: "h:6379", Password: "§", DB: 0})
go viper.SetDefault("db.password", "§")
go r.Header.Set("Authorization", "Token §")
go token, _ := jwt.NewWithClaims(m, c).SignedString([]byte("§"))
go ssh.ClientConfig{User: "bob", Auth: []ssh.AuthMethod{ssh.Password("§")}}
csharp new ClientSecretCredential(tenantId, clientId, "§")
csharp services.Configure<Smtp>(o => o.Password = "§");
csharp client.Credentials = new System.Net.NetworkCredential(userName: "bob", password: "§");
csharp [Fact] public void T() { Login(user: "bob", passphrase: "§"); }
php return ['db' => ['user' => 'root', 'pass' => '§']];
php define( 'AUTH_KEY',         '§' );
php $mail->Password = '§';
php putenv('DB_PASSWORD=§');
php ftp_login($conn, 'bob', '§');
php ldap_bind($ldap, 'cn=admin', '§');
ruby Stripe.api_key = '§'
ruby { user: 'bob', "password" => "§" }
ruby Net::SSH.start('h', 'bob', password: '§')
ruby http.basic_auth 'bob', '§'
ruby default['mysql']['server_root_password'] = '§'
ruby ENV['AWS_SECRET_ACCESS_KEY'] ||= '§'
puppet mysql::db { 'shop': user => 'app', password => '§' }
puppet $admin_password = '§'
elixir [username: "bob", password: "§", database: "shop"]
elixir System.get_env("SECRET_KEY_BASE") || "§"
elixir config :shop, ShopWeb.Endpoint, secret_key_base: "§", signing_salt: "abc"
scala val conf = ConfigFactory.parseString("db.password = §")
scala Database.forURL(url, user = "sa", password = "§", driver = d)
lua red:auth("§")
lua local conf = { user = "bob", passwd = "§" }
r con <- dbConnect(drv, user = "bob", password = "§")
r httr::authenticate("bob", "§")
r options(api_token = "§")
julia conn = LibPQ.Connection("host=h user=bob password=§")
julia ENV["API_SECRET"] = "§"
julia const ADMIN_PASSWORD = "§"
perl DBI->connect("dbi:mysql:shop", "bob", "§")
perl $ua->credentials('h:80', 'realm', 'bob', '§');
perl my %conf = (user => 'bob', pass => '§');
c #define WIFI_PASSWORD "§"
c WiFi.begin("home", "§");
c mysql_real_connect(conn, "h", "bob", "§", "shop", 0, NULL, 0);
cpp const char* mqtt_password = "§";
docker ARG DB_PASSWORD=§⏎ENV X=1
docker ENV USER=bob SECRET_TOKEN=§ MODE=prod
docker RUN --mount=type=cache pip install --index-url https://bob:§@pypi.x.example/simple a
shell docker run -d --name pg -e "MYSQL_ROOT_PASSWORD=§" mysql:8
shell docker run --env RABBITMQ_DEFAULT_PASS=§ rabbitmq
shell curl -sS -X POST --user me@x.example:§ https://x.example/api
shell curl -F 'password=§' https://x.example
shell git remote add origin https://bob:§@git.x.example/a.git
shell git clone https://oauth2:§@gitlab.x.example/a.git
shell http -a bob:§ GET x.example
shell lftp -u bob,§ sftp://h
shell kinit bob@X.EXAMPLE <<< '§'
shell svn checkout --username bob --password § https://x.example
shell PASS=§; export PASS
shell psql -c "ALTER ROLE app PASSWORD '§'"
shell mongosh --eval 'db.auth("bob", "§")'
shell twine upload -u __token__ -p § dist/a
shell snmpget -v3 -u bob -A § -X other h
shell echo "$USER:§" | base64
text Host prod⏎  User bob⏎  # password: §
text //registry.x.example/:_authToken=§
text //registry.x.example/:_password="§"
text [pypi]⏎username = __token__⏎password = §
text machine x.example login bob password §
text machine x.example⏎login bob⏎password §
text db.x.example:5432:shop:bob:§
ini [client]⏎user=bob⏎password="§"
ini [smtp]⏎smtp_pass = §
xml <add name="Db" connectionString="Server=h;User ID=sa;Password=§;Encrypt=true" />
xml <appSettings><add key="Smtp.Password" value="§"/></appSettings>
xml <server><id>x</id><username>bob</username><password>§</password></server>
json {"ConnectionStrings": {"Default": "Host=h;Username=bob;Password=§"}}
json {"key":"password","value":"§","type":"text"}
json {"auth":{"type":"basic","basic":[{"key":"username","value":"bob"},{"key":"password","value":"§"}]}}
json {"outputs":[{"output_type":"stream","text":["api_key = §\n"]}]}
json {"request":{"headers":[{"name":"Authorization","value":"Bearer §"}]}}
json {"postData":{"text":"{\"user\":\"bob\",\"password\":\"§\"}"}}
json {"variables":{"input":{"email":"a@b.example","password":"§"}}}
json {"cookies":[{"name":"session_token","value":"§"}]}
properties RELEASE_STORE_PASSWORD=§
properties systemProp.https.proxyPassword=§
ansible mysql_root_password: "§"
ansible ansible_become_pass: §
ansible - user: name=bob password={{ '§' | password_hash('sha512') }}
systemd Environment="DB_PASSWORD=§"
systemd Environment=API_TOKEN=§ MODE=prod
systemd ExecStart=/usr/bin/app --db-pass § --port 1
text 0 3 * * * PGPASSWORD=§ pg_dump shop > a.sql
ci env:⏎  DEPLOY_KEY: '§'
ci   - run: echo "machine h login bob password §" >> ~/.netrc
ci     environment:⏎      - DOCKERHUB_PASS: §
log 2026-01-01 ERROR could not connect: postgresql://app:§@db:5432/shop
log Caused by: java.sql.SQLException: Access denied, url=jdbc:mysql://h/shop?user=bob&password=§
log [auth] issued refresh_token=§ for bob
log AUTH LOGIN user bob pass §
log sqlalchemy.engine [parameters: {'name': 'bob', 'password': '§'}]
log >>> PASS §
log "AUTH" "§"
text AUTH §
text USER bob⏎PASS §
conv hey, new wifi password: §
conv creds for staging: user bob pass §
conv fyi I rotated the key, it's now api_key=§
conv the vpn login is bob and the password is §
md The default login is **admin** with password **§**.
md Set ${'`'}SECRET_KEY${'`'} to ${'`'}§${'`'} before you start.
md - DB user: app⏎- DB pass: §
md Then log in (user: admin, password: §).
csv id,email,api_token⏎1,a@b.example,§⏎
csv host	user	passwd⏎h	bob	§⏎
text dn: uid=bob,dc=x⏎userPassword: §
sql \connect shop⏎SET app.jwt_secret = '§';
sql CREATE TABLE users (id int, name text, password text);⏎INSERT INTO users VALUES (1, 'bob', '§');
sql COPY users (name, password) FROM stdin;⏎bob	§⏎\.
sql EXEC sp_addlogin 'bob', '§';
sql CREATE USER MAPPING FOR app SERVER s OPTIONS (user 'bob', password '§');
javascript db.createUser({ user: "bob", pwd: "§", roles: [] })
javascript db.auth("bob", "§")
javascript pw = '§'
python pw = '§'
python keyring.set_password("svc", "bob", "§")
python ftp.login(user="bob", passwd="§")
python boto3.client("s3", aws_access_key_id="a", aws_secret_access_key="§")
python imap.login("bob", "§")
python st.text_input("Password", value="§", type="password")
python parser.add_argument("-p", "--passphrase", type=str, help="x", default="§")
swift let config = ["apiSecret": "§", "mode": "live"]
swift UserDefaults.standard.set("§", forKey: "auth_token")
swift var pinCode = "1"; let adminPassword: String? = "§"
kotlin Credentials.basic("bob", "§")
kotlin environment("DB_PASSWORD", "§")
kotlin data class Conf(val user: String = "sa", val password: String = "§")
groovy def dbPassword = '§'
go os.Setenv("STRIPE_SECRET", "§")
go opts := options.Credential{Username: "bob", Password: "§"}
go flag.StringVar(&secret, "client-secret", "§", "OAuth secret")
go cfg.Passwd = "§"
csharp builder.Configuration["Jwt:Secret"] = "§";
csharp private const string ApiToken = "§";
csharp new SqlConnectionStringBuilder { UserID = "sa", Password = "§" }
csharp client.DefaultRequestHeaders.Add("X-Api-Key", "§");
php 'mailer' => ['transport' => ['username' => 'a', 'password' => '§']],
php $_ENV['APP_SECRET'] = '§';
php $pdo = new PDO("mysql:host=h;dbname=d", $user, "§");
php $client = new Client(['auth' => ['bob', '§']]);
ruby Rails.application.config.secret_token = '§'
ruby Aws.config.update(credentials: Aws::Credentials.new('AKID', '§'))
ruby conn = PG.connect(dbname: 'd', user: 'bob', password: '§')
ruby user.password = user.password_confirmation = '§'
elixir {:ok, pid} = Postgrex.start_link(hostname: "h", password: "§")
elixir @secret "§"
scala val props = Map("user" -> "bob", "password" -> "§")
lua ngx.var.api_key = "§"
lua conn:connect("shop", "bob", "§", "h")
r Sys.setenv("AWS_SECRET_ACCESS_KEY" = "§")
perl $smtp->auth('bob', '§');
c static const char *PASSWORD = "§";
cpp std::string db_pass{"§"};
cpp db.setPassword("§");
dart final String apiKey = '§';
dart headers: {'Authorization': 'Bearer §'}
haskell dbPassword = "§"
clojure {:user "bob" :password "§"}
clojure (def api-token "§")
erlang {password, "§"}
objc NSString *const kClientSecret = @"§";
vb Dim password As String = "§"
powershell $env:API_TOKEN = "§"
powershell New-Object PSCredential("bob", (ConvertTo-SecureString "§" -AsPlainText -Force))
powershell Connect-Thing -Username bob -Password "§"
shell az storage blob upload --account-key §
shell rclone config create r webdav pass=§
shell pg_restore "host=h user=bob password=§ dbname=d"
shell mosquitto_pub -u bob -P § -t x
shell xfreerdp /u:bob /p:§ /v:h
shell sqlcmd -S h -U sa -P § -Q "select 1"
shell export DATABASE_URL='mysql://root:§@127.0.0.1/shop'
batch set DB_PASSWORD=§
docker HEALTHCHECK CMD mysqladmin ping -uroot -p§
compose command: ["--requirepass", "§"]
compose x-env: &env⏎  SECRET_KEY_BASE: §
k8s   - name: API_TOKEN⏎    value: "§"
ci variables:⏎  SONAR_TOKEN: "§"
tf provider "x" {⏎  api_token = "§"⏎}
ansible vars:⏎  vault_password: '§'
toml [registry]⏎token = "§"
toml [[users]]⏎name = "bob"⏎password = "§"
ini [mail]⏎MAIL_PASSWORD=§
ini auth_pass §
text rpcuser=bob⏎rpcpassword=§
text requirepass §
text bindpw §
text IdentityFile ~/.ssh/id⏎ProxyCommand sshpass -p § ssh h
text network={⏎  ssid="home"⏎  psk="§"⏎}
xml <jdbc:password>§</jdbc:password>
xml <Resource name="jdbc/x" username="bob" password="§" type="x"/>
xml <connection user="bob" pwd="§" />
xml <key>clientSecret</key>⏎<string>§</string>
xml <property name="hibernate.connection.password">§</property>
json {"env":{"GITHUB_PERSONAL_ACCESS_TOKEN":"§"}}
json {"mcpServers":{"x":{"args":["--api-key","§"]}}}
json {"credentials":{"username":"bob","password":"§"}}
json {"Variables":[{"Key":"DB_PASSWORD","Value":"§"}]}
yaml basic_auth:⏎  username: bob⏎  password: §
yaml - {name: bob, passwd: §}
yaml smtp_auth_password: '§'
yaml admin:⏎  pass: §
log INFO Starting with args --user bob --password §
log WARN invalid token "§" for client 7
log request body: username=bob&password=§&remember=1
log {"msg":"login","body":"{\"password\":\"§\"}"}
conv pwd: §
md 1. Log in as root, password ${'`'}§${'`'}
md > Password is §
md Credentials: ${'`'}bob:§${'`'}
md ${'`'}${'`'}${'`'}yaml⏎db_password: §⏎${'`'}${'`'}${'`'}
md **API key:** §
csv service|user|secret⏎db|bob|§⏎
sql ALTER LOGIN sa WITH PASSWORD = N'§';
sql CREATE USER bob PASSWORD '§' SUPERUSER;
javascript const auth = Buffer.from('bob:§').toString('base64');
javascript const passphrase = ${'`'}§${'`'};
javascript mail.createTransport({ auth: { user: 'a', pass: "§" } })
javascript firebase.initializeApp({ apiKey: "§" })
typescript @Input() clientSecret = '§';
typescript const opts = { passphrase: "§" } satisfies Opts;
python auth = HTTPDigestAuth('bob', '§')
python conn = pymysql.connect("h", "root", "§", "shop")
python os.environ['SECRET_KEY'] = '§'
python driver.find_element(By.ID, "password").send_keys("§")
python client = OpenAI(api_key="§")
python WTF_CSRF_SECRET_KEY = '§'
python creds = ("bob", "§")
`;
const forms = FORMS.split('\n').filter((line) => line !== '');

/** One that a person chose and one that a machine made, taken in turn. */
const CHOSEN = ['hunter2', 'opensesame', 'bluemonday', 'sunshine99', 'Winter2024', 'letmein'];
const MADE = ['q7Zt3KdP9xWb2RfYm5Lc', '3f9a0c7e51b2d8644ae6f017', 'VhNsJgTeXuHaBoDwEiCv'];

describe('SR-4 a secret planted in an everyday form does not get out', () => {
  it('knows four hundred forms', () => expect(forms.length).toBeGreaterThanOrEqual(400));

  it.each(forms.map((form, at) => [form, at] as const))('%s', (form, at) => {
    const [, tag = '', text = ''] = /^(\w+) (.*)$/.exec(form) ?? [];
    for (const secret of [CHOSEN[at % CHOSEN.length] ?? '', MADE[at % MADE.length] ?? '']) {
      const halves = [secret.slice(0, secret.length / 2), secret.slice(secret.length / 2)];
      const planted = text
        .replace(/¶/g, () => halves.shift() ?? '')
        .replaceAll('§', secret)
        .replaceAll('⏎', '\n');
      const { text: out, redactions } = redact(planted, shapeOf(tag));
      for (const rule of Object.keys(redactions)) expect(ruleNames()).toContain(rule);
      expect(out).not.toContain(secret);
      if (text.includes('¶')) expect(out).not.toContain(secret.slice(0, secret.length / 2));
      expect(out).toContain('‹secret:');
    }
  });
});

/** What programmers write every day; nothing of it is a secret. */
const EVERYDAY = `
python password = get_password()
python password = None
python password = ""
python password: str
python password: Optional[str] = None
python def login(username: str, password: str) -> bool:
python self.password = password
python user.set_password(password)
python password = request.POST["password"]
python password = os.environ["DB_PASSWORD"]
python password = os.environ.get("DB_PASSWORD", "")
python password = getpass.getpass("Password: ")
python token = lexer.next()
python tokens = 100
python max_tokens = 4096
python token = "identifier"
python token_type = "bearer"
python if token == "=>":
python for token in tokens:
python tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
python secret_name = "orders-db"
python api_key = "your-api-key"
python api_key = "YOUR_API_KEY"
python api_key = "<api-key>"
python api_key = "xxxxxxxxxxxxxxxx"
python password = "changeme"
python password = "********"
python password = "{{ password }}"
python password = f"{prefix}{suffix}"
python password_field = forms.CharField(label="Password", widget=forms.PasswordInput)
python PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
python help_text = "Your password must contain at least 8 characters."
python raise ValueError("Invalid password")
python logger.info("password changed for %s", user)
python assert response.context["token"] == token
python key = "name"
python cache_key = "users:list:v2"
python primary_key = "id"
python sort_key = lambda item: item.name
python auth = None
python auth_backends = ["ldap", "local"]
python author = "Ada Lovelace"
python from django.contrib.auth.tokens import default_token_generator
python AUTH_USER_MODEL = "accounts.User"
python csrf_token = get_token(request)
python session_cookie_name = "sessionid"
python path("password_reset/done/", views.done, name="password_reset_done")
python fields = ["username", "password1", "password2"]
python credentials = Credentials.from_file(path)
python digest = "d41d8cd98f00b204e9800998ecf8427e"
python sha = "3f9a0c7e51b2d8644ae6f01793bc5d28e7a4c96b"
python uuid = "123e4567-e89b-12d3-a456-426614174000"
python version = "1.24.3"
python secrets.token_hex(16)
javascript const password = req.body.password;
javascript const { password } = req.body;
javascript const token = req.headers.authorization?.split(' ')[1];
javascript const token = localStorage.getItem('token');
javascript const apiKey = process.env.API_KEY;
javascript const apiKey = process.env.API_KEY || '';
javascript const secret = config.get('jwt.secret');
javascript jwt.sign(payload, process.env.JWT_SECRET)
javascript jwt.verify(token, secret)
javascript crypto.createHmac('sha256', secret)
javascript crypto.createHash('sha256').update(password)
javascript headers: { Authorization: ${'`'}Bearer ${'$'}{token}${'`'} }
javascript if (password !== confirmPassword) {
javascript if (event.key === 'Enter') {
javascript const key = 'ArrowDown';
javascript return { type: 'password', label: 'Password' };
javascript placeholder: 'Enter your password'
javascript errors.password = 'Password is required';
javascript password: yup.string().min(8).required(),
javascript password: { type: String, required: true },
javascript <TextField type="password" label="Password" />
javascript module.exports = { auth: true };
javascript const isAuthenticated = Boolean(token);
javascript import { useAuth } from './auth';
javascript const tokens = text.split(' ');
javascript case 'password':
javascript router.post('/reset-password', resetPassword);
javascript const KEYS = ['id', 'name'];
javascript Object.keys(value).forEach((key) => {
javascript const cookie = req.cookies.session;
javascript cy.get('#password').type(password);
javascript await page.fill('input[name="password"]', password);
javascript describe('password reset', () => {
javascript it('rejects a wrong password', async () => {
javascript const message = 'The password is too short.';
javascript 'integrity': 'sha512-9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC9AIKjbJTWitVXg=='
typescript password: string;
typescript readonly token: string | null;
typescript function login(user: string, password: string): Promise<void> {
typescript type Auth = { token: string; expires: number };
typescript apiKey?: string;
typescript constructor(private readonly secret: string) {}
typescript const token: Token = next();
typescript export const TOKEN_KINDS = ['word', 'number', 'string'] as const;
typescript enum Key { Up = 'ArrowUp', Down = 'ArrowDown' }
typescript const passwordRules = /^(?=.*[A-Z]).{8,}$/;
go password := os.Getenv("DB_PASSWORD")
go Password string ${'`'}json:"password"${'`'}
go func Login(user, password string) error {
go token, err := parser.Next()
go if token == nil {
go cfg.Password = *passwordFlag
go flag.StringVar(&password, "password", "", "the password of the database")
go type Token struct {
go return errors.New("missing token")
go APIKey: cfg.APIKey,
go case tokenString:
go ctx = context.WithValue(ctx, keyUser, user)
java private String password;
java public void setPassword(String password) {
java this.password = password;
java String token = request.getHeader("Authorization");
java @Value("${'$'}{db.password}")
java private static final String TOKEN_HEADER = "X-Auth-Token";
java map.put("key", "value");
java if (token.equals("end")) {
java props.getProperty("password")
java throw new BadCredentialsException("Bad credentials");
csharp public string Password { get; set; }
csharp [DataType(DataType.Password)]
csharp var key = ConfigurationManager.AppSettings["ApiKey"];
csharp string token = await GetTokenAsync();
php $password = $_POST['password'];
php 'password' => 'required|min:8',
php $token = bin2hex(random_bytes(16));
php 'password' => env('DB_PASSWORD', ''),
ruby password: ENV['DB_PASSWORD']
ruby validates :password, presence: true
ruby has_secure_password
ruby params.require(:user).permit(:email, :password)
rust let token = lexer.next_token();
rust pub password: Option<String>,
rust match token { Token::Word(w) => w,
rust let key = map.get("name");
shell export DB_PASSWORD="${'$'}{DB_PASSWORD:-}"
shell read -s -p "Password: " password
shell TOKEN=$(cat token.txt)
shell curl -H "Authorization: Bearer $TOKEN" https://x.example
shell mysql -u root -p shop
shell ssh-keygen -t ed25519 -f key
shell docker login -u me --password-stdin
shell git checkout 3f9a0c7
shell if [ -z "$API_KEY" ]; then
shell pass
shell gpg --recv-keys 0x1234ABCD
sql CREATE TABLE users (id int, password varchar(255) NOT NULL);
sql SELECT id, password FROM users WHERE token = $1;
sql ALTER TABLE users ADD COLUMN api_key text;
sql INSERT INTO users (name, password) VALUES (?, ?);
sql CREATE USER app IDENTIFIED BY :password;
md The password must not be empty.
md The token is valid for one hour.
md Set the password in the settings.
md The key is the name of the column.
md Your password is never stored.
md The secret is to keep it simple.
md Enter your password: it has at least eight characters.
md The default password is empty.
md The password is hashed with bcrypt.
md If the token is missing, the server answers 401.
md See the section on authentication and authorization.
md | option | default |
md | password | the password of the user |
md | --token | A token of the API |
md Authentication: OAuth 2.0
md Keep your token safe, and do not share it.
md Password: at least 8 characters
md - **token** (string): the token to check
md Commit 3f9a0c7e51b2d8644ae6f01793bc5d28e7a4c96b fixes it.
md pass the value through
yaml password: ${'$'}{DB_PASSWORD}
yaml password: null
yaml password: ""
yaml password: "{{ vault_db_password }}"
yaml password: !vault |
yaml auth: true
yaml token_ttl: 3600
yaml secretName: orders-db
yaml passwordSecretRef: orders-db
yaml key: name
yaml image: shop:1.24.3
yaml   password: Password
yaml   forgot_password: Forgot your password?
yaml cache-key: npm-v2
k8s secretKeyRef: {name: db, key: password}
k8s automountServiceAccountToken: false
k8s serviceAccountName: shop
compose POSTGRES_PASSWORD_FILE: /run/secrets/db
compose MYSQL_ALLOW_EMPTY_PASSWORD: "yes"
json "password": null,
json "password": {"type": "string", "minLength": 8},
json "passwordField": "password",
json "tokenUrl": "https://login.example/oauth2/token",
json "keywords": ["auth", "token", "password"],
json "author": "Ada Lovelace",
json "version": "1.24.3",
toml authors = ["Ada <ada@example.com>"]
toml token = "${'$'}{TOKEN}"
ini password =
ini auth_type = scram-sha-256
properties spring.jpa.show-sql=true
tf password = var.db_password
tf variable "db_password" {⏎  type      = string⏎  sensitive = true⏎}
tf secret_id = aws_secretsmanager_secret.db.id
env NAME=shop
env FEATURE_NEW_CHECKOUT=on
env VERSION=1.24.3
env NODE_ENV=production
env LOG_LEVEL=debug
env DB_PASSWORD=
env DB_PASSWORD=changeme
html <input type="password" name="password" required>
html <label for="password">Password</label>
html <meta name="keywords" content="password, token">
html <input type="hidden" name="csrf_token" value="{{ csrf_token }}">
xml <password>${'$'}{db.password}</password>
docker ARG DB_PASSWORD
docker ENV PATH=/usr/local/bin:$PATH
log Failed password for invalid user admin from 10.0.0.1
log token expired for user 42
csv name,password_hint,role⏎bob,,admin⏎
text token count: 1024
python user = authenticate(request, username=username, password=password)
python self.client.login(username="test", password="test")
python password = serializers.CharField(write_only=True)
python if not check_password(password, user.password):
python hashed = bcrypt.hashpw(password.encode(), bcrypt.gensalt())
python token = secrets.token_urlsafe(32)
python token, created = Token.objects.get_or_create(user=user)
python REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"]}
python password_validation.validate_password(value)
python api_key = config["api_key"]
python api_key=settings.API_KEY,
python key = f"{prefix}:{user.id}"
python secret = base64.b64decode(data["secret"])
python print("Password:", end="")
python parser.add_argument("--token", help="The API token")
python TOKEN_PATTERN = r"[A-Za-z0-9_]+"
python class PasswordResetForm(forms.Form):
python password_changed.send(sender=self)
python "password": {"write_only": True},
python error_messages = {"password_mismatch": _("The two password fields did not match.")}
python auth_header = request.headers.get("Authorization")
python scheme, _, token = header.partition(" ")
python keyring.get_password("service", username)
python ssl_keyfile = "server.key"
python credentials_path = "~/.aws/credentials"
python tokens: list[Token] = []
python token.type == "NUMBER"
python public_key = load("key.pub")
python os.environ["AWS_SECRET_ACCESS_KEY"] = secret
python pwd = os.getcwd()
javascript const [password, setPassword] = useState('');
javascript onChange={(e) => setPassword(e.target.value)}
javascript const token = await getToken();
javascript headers.set('Authorization', token)
javascript res.cookie('token', token, { httpOnly: true });
javascript throw new Error('Missing API key');
javascript const secretKey = crypto.randomBytes(32).toString('hex');
javascript password: Joi.string().required(),
javascript expect(res.body).toHaveProperty('token');
javascript password: { type: 'string', format: 'password' },
javascript if (key === 'password') delete obj[key];
javascript const keyCode = event.keyCode || event.which;
javascript t('auth.password.placeholder')
javascript const passwordInput = screen.getByLabelText('Password');
javascript await user.type(screen.getByLabelText('Password'), password);
javascript const { user, token } = useAuth();
javascript import jwt from 'jsonwebtoken';
javascript app.use(passport.authenticate('local'));
javascript passport.authenticate('jwt', { session: false })
javascript session({ secret: process.env.SESSION_SECRET })
javascript auth: { type: 'oauth2', clientId },
javascript key={item.id}
javascript const tokens = marked.lexer(source);
javascript switch (token.type) { case 'heading': break; }
javascript export const AUTH_TOKEN_KEY = 'auth_token';
javascript const STORAGE_KEY = 'app:settings';
javascript autoComplete="current-password"
javascript <Input.Password placeholder="Password" />
typescript interface Credentials { username: string; password: string }
typescript secretOrKey: configService.get<string>('JWT_SECRET'),
typescript @IsString() password: string;
typescript const token: string | undefined = undefined;
typescript type Props = { apiKey: string; secret?: string };
go token := r.Header.Get("X-Token")
go tok, lit := p.next()
go case token.IDENT:
go password, ok := os.LookupEnv("PASSWORD")
go type Credentials struct { Username, Password string }
go "password": schema.StringAttribute{Required: true, Sensitive: true},
go return fmt.Errorf("invalid token: %w", err)
go key := fmt.Sprintf("%s/%s", ns, name)
go cmd.Flags().StringVar(&o.token, "token", "", "bearer token")
java private final PasswordEncoder passwordEncoder;
java String password = passwordEncoder.encode(raw);
java @Column(name = "password", nullable = false)
java token = tokenizer.nextToken();
java if (password == null || password.isEmpty()) {
java @NotBlank(message = "Password is required")
java map.get("token")
java SecretKey key = Keys.hmacShaKeyFor(bytes);
java return Jwts.builder().setSubject(user).signWith(key).compact();
ruby user.authenticate(params[:password])
ruby token = SecureRandom.hex(10)
ruby attr_accessor :password, :token
ruby password_digest: BCrypt::Password.create("x"),
php $user->password = Hash::make($request->password);
php 'token' => csrf_token(),
php public function resetPassword($token)
rust let token = tokens.next().unwrap();
rust #[arg(long, env = "API_TOKEN")] token: String,
rust enum Token { Plus, Minus }
shell echo "Usage: $0 --token TOKEN"
shell read -p "Enter password: " -s PASS
shell export GITHUB_TOKEN=${'$'}{{ secrets.GITHUB_TOKEN }}
shell kubectl get secret db -o jsonpath='{.data.password}'
shell openssl rand -base64 32
shell unzip -q a.zip -d out
shell zip -r out.zip dist
shell ssh-keygen -t rsa -b 4096 -C "a@b.example"
shell docker run -p 8080:80 nginx
shell redis-cli -h localhost ping
shell mkdir -p build
md Set ${'`'}API_KEY${'`'} in your environment.
md The token is a string of 32 characters.
md Pass ${'`'}token${'`'} as the first argument.
md Your API key is available in the dashboard.
md The password is case sensitive.
md Reset your password: click the link.
md Password: must be at least 12 characters long.
md The secret is stored in Vault.
md log in with your username/password
md Sign in with GitHub/Google.
md credentials: username/password
md The key is generated when the app starts.
md ${'`'}password${'`'}: The password of the user.
md The API key is required.
md the access token is refreshed automatically
md Authorization: Bearer <token>
md The default is ${'`'}token${'`'}.
md - ${'`'}--password-file${'`'}: a file with the password
md | Name | Type | Description |⏎|---|---|---|⏎| token | string | The token |
md | password | string | required |
yaml token: ${'$'}{{ secrets.NPM_TOKEN }}
yaml - name: Check password policy
yaml description: The password of the user
yaml password: {{ .Values.db.password }}
yaml type: password
yaml secretRef: {name: x}
yaml required: [username, password]
yaml key: ${'$'}{{ runner.os }}-node-${'$'}{{ hashFiles('**/package-lock.json') }}
yaml auth_method: token
yaml sign_in: "Sign in with your password"
yaml password_confirmation: Password confirmation
json "token": "Token",
json "type": "password",
json "required": ["password"],
json "@types/jsonwebtoken": "^9.0.1",
json "description": "API key of the service",
json "tokenizer": "bert",
tf secret_name = "db-credentials"
tf master_password = random_password.db.result
tf key_name = aws_key_pair.main.key_name
ci API_KEY: ${'$'}{{ secrets.API_KEY }}
compose image: postgres:16
compose - "5432:5432"
env APP_NAME="My Shop"
env TIMEOUT=30s
env SESSION_DRIVER=redis
env API_URL=https://api.example.com
env ENABLE_CACHE=true
log user bob logged in, token ok
log password reset requested for user 12
log invalid api key supplied
html <a href="/password/reset">Forgot password?</a>
html <button type="submit">Sign in</button>
sql SELECT password FROM users WHERE id = 1
sql password TEXT NOT NULL,
csharp services.AddAuthentication("Bearer")
csharp var token = new CancellationTokenSource().Token;
csharp [JsonProperty("access_token")] public string AccessToken { get; set; }
conv the password check fails when the field is empty
conv can you rename token to authToken?
conv what does the key in this map mean?
`;
const everyday = EVERYDAY.split('\n').filter((line) => line !== '');

describe('SR-4 everyday code stays readable', () => {
  it('looks at two hundred samples', () => expect(everyday.length).toBeGreaterThanOrEqual(200));

  it.each(everyday)('%s', (sample) => {
    const [, tag = '', line = ''] = /^(\w+) (.*)$/.exec(sample) ?? [];
    const text = line.replaceAll('⏎', '\n');
    expect(redact(text, shapeOf(tag))).toEqual({ text, redactions: {} });
  });
});
