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
`;
const forms = FORMS.split('\n').filter((line) => line !== '');

/** One that a person chose and one that a machine made, taken in turn. */
const CHOSEN = ['hunter2', 'opensesame', 'bluemonday', 'sunshine99', 'Winter2024', 'letmein'];
const MADE = ['q7Zt3KdP9xWb2RfYm5Lc', '3f9a0c7e51b2d8644ae6f017', 'VhNsJgTeXuHaBoDwEiCv'];

describe('SR-4 a secret planted in an everyday form does not get out', () => {
  it('knows a hundred forms', () => expect(forms.length).toBeGreaterThanOrEqual(100));

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
