/** Commands of about 80 characters, as agents write them all day. */
export const ORDINARY = [
  "git status --short && git diff HEAD~1 -- src/app.ts | head -n 50 && git log --oneline -5",
  'npm run build -- --verbose 2>&1 | tail -n 20 | grep -i "error" || echo "no errors here"',
  "find . -name '*.ts' -not -path './node_modules/*' | xargs grep -ln 'TODO' | sort | head",
  "cd packages/api && npx vitest run test/users.test.ts --reporter=dot > /tmp/out.txt 2>&1",
  "mkdir -p build/assets && cp -r src/assets/. build/assets/ && ls -la build/assets | wc -l",
  "curl -s http://localhost:3000/health | jq -r '.status' && docker compose ps --format json",
  "python3 -m pytest tests/test_models.py -k 'test_create or test_update' -x -q --tb=short",
  "sed -n '100,180p' src/server/routes.ts && rg -n 'createServer' src --glob '*.ts' | head -20",
];
