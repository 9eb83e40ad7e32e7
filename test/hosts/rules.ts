/** A rule table of a project for the tests: a warning, a question, a refusal, a delegation that is refused. */
export const PROJECT_RULES = `version: 1
rules:
  - id: careful
    type: deny
    severity: warn
    pattern: echo careful*
    message: Warned by a rule of the project.
    suggestion: Say it with less care.
    examples: { match: [echo careful now], not_match: [echo now] }
  - id: publish-it
    type: ask
    pattern: echo publish*
    message: Publishing asks.
    suggestion: Do not publish.
    examples: { match: [echo publish it], not_match: [echo it] }
  - id: forbidden-word
    type: deny
    pattern: echo forbidden*
    message: Refused by a rule of the project.
    suggestion: Say another word.
    examples: { match: [echo forbidden], not_match: [echo word] }
  - id: seen-by-name
    type: deny
    severity: warn
    on: tool
    pattern: "*files*_put"
    message: Files are put by a server.
    suggestion: Write them yourself.
    examples: { match: [files_put, mcp__files__put], not_match: [write] }
  - id: no-explore
    type: deny
    on: agent
    pattern: explore
    message: This project does not explore.
    suggestion: Look yourself.
    examples: { match: [explore], not_match: [general] }
`;
