import { describe, expect, test } from "vitest";
import { createGovernor } from "../../src/govern.js";
import { emptyPolicy } from "../../src/policy/empty.js";

/** A project with a database and some programs of its own. */
const THERE =
  /^(?:\/|\/home|\/home\/dev|\/home\/dev\/app(?:\/app\.db|\/node_modules(?:\/\.bin(?:\/(?:tsc|eslint))?)?)?)$/;
const absent = (): undefined => undefined;
const governor = createGovernor({
  policy: emptyPolicy,
  surroundings: { own: [], canAsk: false, mode: "READONLY" },
  lookup: {
    realpath: (path) => (THERE.test(path) ? path : absent()),
    type: (path) => (/\.db$|bin\/./.test(path) ? "file" : THERE.test(path) ? "directory" : absent()),
    readlink: absent,
    exists: (path) => path === "/home/dev/app/.git",
  },
});

function refusals(command: string): string[] {
  const call = {
    host: "cli",
    tool: "bash",
    rawTool: "Bash",
    input: { command },
    cwd: "/home/dev/app",
    home: "/home/dev",
  } as const;
  return governor
    .judge(call)
    .decision.findings.flatMap((each) =>
      each.severity === "deny" || each.severity === "ask" ? [`${each.ruleId ?? each.code}: ${each.message}`] : [],
    );
}

/** What people and agents type when they only look around. */
const LOOKING = String.raw`
ls
ls -la src
ls -1t | head -20
ls -R . | wc -l
tree -L 2
pwd
cd src && pwd
cat package.json
cat -n src/a.ts | sed -n '10,40p'
bat --paging=never README.md
head -n 50 src/a.ts
tail -n 100 logs/app.log
tail -f -n 0 logs/app.log
less +F logs/app.log
more README.md
nl -ba src/a.ts
wc -l src/*.ts
file dist/app.wasm
stat package.json
du -sh node_modules
du -h --max-depth=1 | sort -hr | head
df -h
find . -type f -name '*.ts' -not -path './node_modules/*'
find src -name '*.test.ts' -exec wc -l {} +
find . -newer package.json -print0 | xargs -0 ls -la
fd -e ts
fd -e ts -x wc -l
locate passwd.md
grep -rn "TODO" src
grep -E 'a|b' file.txt | cut -d: -f1 | sort -u
egrep -i error logs/app.log
zgrep error logs/app.log.gz
rg -n "createGovernor" --type ts
rg --files | head
ag pattern src
ack pattern
git status
git status -sb
git diff
git diff --stat HEAD~3
git diff main...feature -- src/
git log --oneline -20
git log --graph --all --decorate
git log -p -S needle -- src/a.ts
git show HEAD
git show HEAD:src/a.ts
git blame -L 10,20 src/a.ts
git branch
git branch -a -vv
git branch --show-current
git tag
git tag -l 'v1.*'
git remote -v
git remote show origin
git stash list
git stash show -p
git rev-parse HEAD
git rev-parse --show-toplevel
git ls-files
git ls-files -o --exclude-standard
git ls-tree -r HEAD --name-only
git ls-remote --heads origin
git config --get user.name
git config --list
git config -l --show-origin
git describe --tags
git shortlog -sn
git reflog
git merge-base main HEAD
git cat-file -p HEAD
git grep -n needle
git worktree list
git submodule status
git for-each-ref --format='%(refname)'
git check-ignore -v dist
git count-objects -vH
git rev-list --count HEAD
git cherry -v main
git name-rev HEAD
git whatchanged -3
git --no-pager diff --cached
git -C ../other log -1
git help commit
git --version
gh pr list
gh pr view 12
gh pr diff 12
gh pr checks 12
gh issue list --label bug
gh issue view 3 --comments
gh run list
gh run view 123 --log
gh repo view
gh api repos/o/r/pulls
gh auth status
gh release list
npm ls
npm ls --depth=0
npm view react version
npm outdated
npm audit
npm config get registry
npm explain lodash
npm pkg get version
npm root -g
npm --version
npm help install
npm search left-pad
npm prefix
pnpm list
pnpm why react
pnpm outdated
yarn list
yarn why react
bun pm ls
node --version
node -v && npm -v
python3 --version
python -V
pip list
pip show requests
pip freeze
pip index versions requests
pip check
uv pip list
poetry show
cargo --version
cargo tree
cargo metadata --no-deps
go version
go list ./...
go env GOPATH
go doc fmt.Println
rustc --version
rustup show
java -version
mvn --version
mvn dependency:tree
gradle --version
gem list
bundle list
composer show
dotnet --info
brew list
brew info node
apt list --installed
apt-cache policy curl
apt show curl
dpkg -l
dpkg -L bash
rpm -qa
kubectl get pods -A
kubectl get pods -o wide -w
kubectl describe pod web
kubectl logs -f deploy/web --tail=100
kubectl top nodes
kubectl config current-context
kubectl config get-contexts
kubectl api-resources
kubectl explain deployment
kubectl version
kubectl cluster-info
kubectl diff -f deploy.yaml
helm list
helm status web
helm get values web
helm template ./chart
docker ps -a
docker images
docker logs web
docker inspect web
docker stats --no-stream
docker version
docker info
docker compose ps
docker compose logs web
docker compose config
docker network ls
docker volume ls
docker history image
docker top web
terraform plan
terraform show
terraform state list
terraform version
terraform validate
terraform output
aws s3 ls
aws ec2 describe-instances
aws sts get-caller-identity
gcloud projects list
gcloud config list
az account show
ps aux
ps -ef | grep node
pgrep -fl node
top -b -n 1
htop --version
free -m
uptime
uname -a
hostname
whoami
id
groups
who
w
last -5
date
date +%s
cal
env | sort
printenv PATH
echo $PATH
printf '%s\n' hello
which node
command -v node
type ls
whereis bash
lsof -i :3000
ss -tlnp
netstat -an
ip addr
ifconfig
ping -c 1 example.com
dig example.com
nslookup example.com
host example.com
traceroute example.com
curl -s https://example.com
curl -I https://example.com
curl -sS https://api.example.com/v1 | jq '.items[]'
wget -qO- https://example.com
wget --spider https://example.com
nc -zv localhost 3000
openssl version
openssl x509 -in cert.pem -noout -text
openssl s_client -connect example.com:443 </dev/null
sha256sum file.tgz
md5sum -c sums.txt
cksum file
base64 -w0 < logo.png | head -c 100
xxd file | head
hexdump -C file | head
od -c file
strings dist/app | head
nm dist/app
objdump -d dist/app | head
readelf -h dist/app
ldd dist/app
jq '.dependencies' package.json
jq -r 'keys[]' package.json
yq '.services' compose.yaml
xmllint --xpath '//a' x.xml
csvcut -c 1 a.csv
awk -F, '{sum += $2} END {print sum}' a.csv
sed -n '/start/,/end/p' file
sort -t, -k2 a.csv | uniq -c | sort -rn | head -5
cut -f1 a.tsv
tr a-z A-Z < a.txt
comm -12 a.txt b.txt
join a.txt b.txt
paste a.txt b.txt
column -t a.txt
diff -u a.ts b.ts
diff <(ls a) <(ls b)
cmp a b
rev a.txt
tac a.txt
fold -w 80 a.txt
expand a.txt
seq 1 10
for f in *.md; do echo "$f"; head -1 "$f"; done
while read -r l; do echo "$l"; done < a.txt
if [ -f a.ts ]; then cat a.ts; fi
test -d src && echo yes || echo no
[[ -n "$CI" ]] && echo ci
ls 2>/dev/null || true
(cd src; ls)
tar -tzf a.tgz
tar tf a.tar | head
unzip -l a.zip
zipinfo a.zip
gzip -l a.gz
zcat a.gz | head
gunzip -c a.gz | head
xz -l a.xz
systemctl status nginx
systemctl list-units
journalctl -u nginx -n 50
dmesg | tail
crontab -l
man ls
ls --help
cat /etc/os-release
cat /proc/cpuinfo | head
lscpu
lsblk
nproc
getconf PAGE_SIZE
locale
tput cols
history | tail
alias
ulimit -a
umask
jobs
true
:
sleep 1
time ls
timeout 5 ls
nice ls
make -n
make --version
cmake --version
tsc --version
tsc --noEmit
eslint src
prettier --check .
biome check src
ruff check .
black --check .
mypy src
flake8 src
shellcheck x.sh
hadolint Dockerfile
actionlint
yamllint .
php -v
bash -c 'ls | head'
sh -c "cat a.txt"
xargs -n1 echo < a.txt
cat a.txt | xargs -I{} grep -n {} src/a.ts
tokei
cloc src
scc
code --version
claude --version
opencode --version
bailiff status
bailiff explain 'rm -rf /'
bailiff check 'rm -rf /'
bailiff audit
bailiff lint
`
  .trim()
  .split("\n");

/** What changes something, though at first sight it looks around. */
const DISGUISED = `
cat a > b
git diff --output=x.patch
git diff > x.patch
git log --output=x
git branch new
git branch -m old new
git tag v2
git stash
git remote add x https://example.com/x.git
git config user.name x
git fetch
git pull
git worktree add ../x
git submodule update --init
git ls-files -z | xargs -0 rm
git -c alias.x='!touch y' x
git -c core.pager='touch y' -p log
GIT_PAGER='touch y' git -p log
GIT_EXTERNAL_DIFF='touch y' git diff
find . -name '*.tmp' -delete
find . -name a -exec touch {} +
find . -fprintf out.txt '%p'
fd -e ts -x rm
sort -o a.txt a.txt
sed -i s/a/b/ a.txt
sed 's/a/b/w out.txt' a.txt
awk '{print > "out.txt"}' a.txt
awk 'BEGIN{system("touch y")}'
perl -pi -e 's/a/b/' a.txt
tee out.txt < a.txt
ls | tee out.txt
curl -o x https://example.com
curl -O https://example.com/x
wget https://example.com/x
curl -X POST https://example.com -d a=1
curl -X DELETE https://example.com/1
gh pr merge 12
gh issue close 3
gh api -X DELETE repos/o/r
npm install
npm ci
npm audit fix
npm config set registry https://example.com
npm pkg set version=2
npm version patch
npm run build
pip install requests
cargo build
go get example.com/x
kubectl delete pod web
kubectl apply -f x.yaml
kubectl exec web -- rm -rf /data
kubectl config use-context prod
helm upgrade web ./chart
docker rm web
docker compose up -d
docker run --rm alpine true
terraform apply
terraform state rm x
aws s3 rm s3://b/x
aws s3 cp a s3://b/
sqlite3 app.db 'delete from users'
psql -c 'drop table users'
redis-cli flushall
systemctl restart nginx
crontab -r
tar -xzf a.tgz
tar -czf a.tgz src
unzip a.zip
gzip a
gunzip a.gz
dd if=a of=b
truncate -s 0 a
mkdir x
touch x
ln -s a b
cp a b
mv a b
rm a
chmod +x a
kill 123
make
prettier --write .
eslint --fix src
ruff check --fix .
black .
biome check --write src
tsc
python -c "open('x','w').write('a')"
python3 -c "import os; os.remove('a')"
node -e 'require("fs").writeFileSync("x","")'
ruby -e 'File.write("x","")'
php -r 'unlink("a");'
bash -c 'ls > out'
eval 'touch x'
xargs touch < a.txt
echo x >> a.txt
: > a.txt
exec > out.txt
vim -c 'wq' a.txt
ed a.txt
rsync -a src/ dst/
scp a host:b
ssh host ls
./script.sh
bash script.sh
source setup.sh
date -s tomorrow
hostname new
ip link set eth0 down
`
  .trim()
  .split("\n");

/** Code of which every name is known, and none does more than compute and read. */
const PURE_CODE = [
  `python -c 'print(1+1)'`,
  `python3 -I -c "import sys; print(sys.version)"`,
  `python3 -c "import json;print(json.load(open('package.json'))['name'])"`,
  `curl -s https://api.example.com | python3 -c 'import json,sys; print(json.load(sys.stdin)["name"])'`,
  `/usr/bin/python3.11 -c 'print(1)'`,
  `TZ=UTC python3 -c 'import datetime; print(datetime.datetime.now())'`,
  `timeout 5 python3 -c 'print(1)'`,
  `bash -c "python3 -c 'print(1)'"`,
  `printf '%s' "$X" | python3 -c 'import sys; print(len(sys.stdin.read()))'`,
  `python3 -c 'import os; print(os.environ["PATH"])'`,
  `node -p process.env.HOME`,
  `node -e 'console.log(process.version)'`,
  `node -p "require('./package.json').version"`,
  `node -pe '1+1'`,
  `cat a.json | node -e "console.log(JSON.parse(require('fs').readFileSync(0,'utf8')).a)"`,
  `psql -c 'select 1'`,
  `psql -l`,
  `psql -h db -U app -d shop -At -c 'select count(*) from users'`,
  `PGPASSWORD=x psql postgres://app@db/shop -c '\\d users'`,
  `psql "$DATABASE_URL" -c 'select 1'`,
  `mysql -h "$DB_HOST" -uroot -p"$DB_PASSWORD" -e 'select 1'`,
  `mysql -uroot -psecret shop -e 'show tables'`,
  `mysql -e 'show databases'`,
  `redis-cli get key`,
  `redis-cli -h cache -n 2 info`,
  `redis-cli --scan --pattern 'user:*'`,
  `sqlite3 app.db .schema`,
  `sqlite3 -readonly app.db 'select * from users limit 5'`,
  `sqlite3 -header -csv app.db 'select count(*) from users'`,
  `npx tsc --noEmit`,
  `npx --no-install eslint .`,
  `pnpm exec tsc --noEmit`,
  `awk '{print $1}' a.txt`,
  `sed -n 1p a.txt`,
  `jq .a a.json`,
];

/** What looks the same and could do anything: that it does nothing cannot be shown. */
const UNKNOWN = [
  `python -c 'print(x)'`,
  `python -c "$CODE"`,
  `python -c "$(cat x.py)"`,
  `python -c 'import mymodule'`,
  `python -i -c 'print(1)'`,
  `python -m mymodule -c 'print(1)'`,
  `./python -c 'print(1)'`,
  `/tmp/python -c 'print(1)'`,
  `PYTHONSTARTUP=x.py python -c 'print(1)'`,
  `PYTHONPATH=/tmp/evil python -c 'import json'`,
  `export PYTHONPATH=/tmp/evil; python -c 'import json'`,
  `LD_PRELOAD=/tmp/x.so python -c 'print(1)'`,
  `set -a; PYTHONPATH=/tmp; python -c 'import json'`,
  `export PYTHONPATH; PYTHONPATH=/tmp; python -c 'import json'`,
  `read PYTHONPATH < x; python -c 'print(1)'`,
  `read "$N" < x; python -c 'print(1)'`,
  `printf -v "PYTHON""PATH" /tmp; python -c 'import json'`,
  `printf -v "$N" /tmp; python -c 'import json'`,
  `mapfile -t PATH < x; python -c 'print(1)'`,
  `export $N; python -c 'import json'`,
  `declare -x "$N=/tmp"; python -c 'import json'`,
  `for PATH in /tmp/evil; do python -c 'print(1)'; done`,
  `eval 'for PY''THONPATH in /tmp; do python -c "import json"; done'`,
  `PATH=/tmp/evil; python -c 'print(1)'`,
  `hash -p /tmp/evil python; python -c 'print(1)'`,
  `python() { touch x; }; python -c 'print(1)'`,
  `alias python='touch x'; python -c 'print(1)'`,
  `python -c 'print(1)' > out.txt`,
  `python -c 'print(1)' | tee out.txt`,
  `python -c 'print(1)' | sh`,
  `python3 <<< 'print(1)'`,
  `python script.py`,
  `node -r ./evil.js -e '1'`,
  `node --import ./evil.js -p 1`,
  `node -e 1 --require ./evil.js -p`,
  `NODE_OPTIONS='--require ./evil.js' node -p 1`,
  `node -p "require('./evil').x"`,
  `psql $DATABASE_URL -c 'select 1'`,
  `read X < f; psql "$X" -c 'select 1'`,
  `X=$(cat f); psql "$X" -c 'select 1'`,
  `X=-fevil.sql; psql "$X" -c 'select 1'`,
  `for X in $(cat f); do psql "$X" -c 'select 1'; done`,
  `while read -r X; do psql "$X" -c 'select 1'; done < f`,
  `mapfile -t X < f; psql "$X" -c 'select 1'`,
  `psql "\${X:-$(cat f)}" -c 'select 1'`,
  `psql "$(cat url)" -c 'select 1'`,
  `psql -c "$SQL"`,
  `psql -c "select $X"`,
  `redis-cli "$COMMAND" k`,
  `sqlite3 "$DB" 'select 1'`,
  `node -p "$CODE"`,
  `python -c '1' "$(cat x)"`,
  `psql -f x.sql`,
  `psql < x.sql`,
  `psql -c 'select 1' -o out.txt`,
  `psql -c 'select 1' -f x.sql`,
  `psql -v x='y' -c 'select 1'`,
  `psql -c 'select pg_terminate_backend(1)'`,
  `psql -c '\\! touch x'`,
  `psql -P pager='touch x' -c 'select 1'`,
  `PSQL_PAGER='touch x' psql -c 'select 1'`,
  `PAGER='touch x' psql -c 'select 1'`,
  `psql 'dbname=x options=-cfoo' -c 'select 1'`,
  `mysql -e "select 1 into outfile '/tmp/x'"`,
  `mysql --init-command='drop table x' -e 'select 1'`,
  `mysql --pager='touch x' -e 'select 1'`,
  `mysql --tee=x -e 'select 1'`,
  `mysql --defaults-file=x -e 'select 1'`,
  `redis-cli --eval x.lua`,
  `redis-cli set k v`,
  `redis-cli --rdb dump.rdb`,
  `redis-cli -x set k`,
  `redis-cli eval 'return 1' 0`,
  `redis-cli < cmds`,
  `sqlite3 new.db .schema`,
  `sqlite3 app.db`,
  `sqlite3 app.db < x.sql`,
  `sqlite3 -init x.sql app.db 'select 1'`,
  `sqlite3 -cmd '.shell touch x' app.db 'select 1'`,
  `sqlite3 app.db '.shell touch x'`,
  `sqlite3 app.db "select load_extension('x')"`,
  `npx cowsay hi`,
  `npx prettier --check .`,
  `npx tsc`,
  `npx tsc@5 --noEmit`,
  `npx -p typescript tsc --noEmit`,
  `npx --prefix other tsc --noEmit`,
  `npx -c 'tsc --noEmit'`,
  `npm exec tsc -- --noEmit`,
  `ssh host "python -c 'print(1)'"`,
  `docker exec web python -c 'print(1)'`,
  `perl -ne 'print if /x/' a.txt`,
  `ruby -e 'puts 1'`,
  `php -r 'echo 1;'`,
  `awk '{print $1 > "x"}' a.txt`,
  `awk '{print $1 | "sh"}' a.txt`,
  `sed -n '1w x' a.txt`,
  `sed -n 1e a.txt`,
];

describe("READONLY lets through what only looks", () => {
  test.each(LOOKING)("%s", (command) => expect(refusals(command)).toEqual([]));
});

describe("READONLY refuses what changes something, whatever it looks like", () => {
  test.each(DISGUISED)("%s", (command) => expect(refusals(command).join()).toContain("ERR_READONLY_MODE"));
});

describe("READONLY lets through code that surely only computes and reads", () => {
  test.each(PURE_CODE)("%s", (command) => expect(refusals(command)).toEqual([]));
});

describe("READONLY refuses what cannot be known to change nothing", () => {
  test.each(UNKNOWN)("%s", (command) => expect(refusals(command).join()).toContain("ERR_READONLY_MODE"));
});
