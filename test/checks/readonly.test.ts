import { describe, expect, test } from "vitest";
import { createGovernor } from "../../src/govern.js";
import { emptyPolicy } from "../../src/policy/empty.js";

const governor = createGovernor({ policy: emptyPolicy, surroundings: { own: [], canAsk: false, mode: "READONLY" } });

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

/** Code that could do anything, fetched or not: that it does nothing cannot be shown from its text. */
const UNKNOWN = [
  `sqlite3 -readonly app.db 'select * from users limit 5'`,
  `sqlite3 app.db .schema`,
  `sqlite3 app.db 'select count(*) from users'`,
  `psql -c 'select 1'`,
  `psql -l`,
  `mysql -e 'show databases'`,
  `redis-cli info`,
  `redis-cli get key`,
  `npx tsc --noEmit`,
  `npx eslint .`,
  `python -c 'print(1+1)'`,
  `python3 -c "import json;print(json.load(open('package.json'))['name'])"`,
  `node -e 'console.log(process.version)'`,
  `node -p "require('./package.json').version"`,
  `perl -ne 'print if /x/' a.txt`,
  `ruby -e 'puts 1'`,
  `php -r 'echo 1;'`,
];

describe("READONLY lets through what only looks", () => {
  test.each(LOOKING)("%s", (command) => expect(refusals(command)).toEqual([]));
});

describe("READONLY refuses what changes something, whatever it looks like", () => {
  test.each(DISGUISED)("%s", (command) => expect(refusals(command).join()).toContain("ERR_READONLY_MODE"));
});

describe("READONLY refuses what cannot be known to change nothing", () => {
  test.each(UNKNOWN)("%s", (command) => expect(refusals(command).join()).toContain("ERR_READONLY_MODE"));
});
