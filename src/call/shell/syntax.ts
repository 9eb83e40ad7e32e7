/**
 * The syntax tree of shell text, as the rest of this directory sees it. The parser's own types fit
 * these; only `parse.ts` knows which parser that is.
 */
interface Node {
  readonly pos: number;
  readonly end: number;
}

export interface WordNode extends Node {
  readonly type: "Word";
  /** As written. */
  readonly text: string;
  /** Quotes removed; only meaningful when `parts` is absent. */
  readonly value: string;
  readonly parts?: readonly Part[] | undefined;
}

interface PartBase extends Node {
  readonly text: string;
}

export type Part =
  | (PartBase & { readonly type: "Literal"; readonly value: string })
  | (PartBase & { readonly type: "Glob"; readonly value: string; readonly parts?: readonly Part[] | undefined })
  | (PartBase & { readonly type: "SingleQuoted"; readonly value: string })
  | (PartBase & { readonly type: "DoubleQuoted" | "LocaleString"; readonly parts: readonly Part[] })
  | (PartBase & { readonly type: "AnsiCQuoted"; readonly value: string })
  | (PartBase & { readonly type: "SimpleExpansion" })
  | ParameterPart
  | SubstitutionPart
  | ArithmeticPart
  | (PartBase & {
      readonly type: "ProcessSubstitution";
      readonly operator: "<" | ">";
      readonly script: ScriptNode | undefined;
    })
  | (PartBase & {
      readonly type: "ExtendedGlob";
      readonly pattern: string;
      readonly parts?: readonly Part[] | undefined;
    })
  | (PartBase & { readonly type: "BraceExpansion"; readonly parts?: readonly Part[] | undefined });

export interface ArithmeticPart extends PartBase {
  readonly type: "ArithmeticExpansion";
  readonly expression: Arithmetic | undefined;
}

export interface SubstitutionPart extends PartBase {
  readonly type: "CommandExpansion";
  readonly script: ScriptNode | undefined;
}

export interface ParameterPart extends PartBase {
  readonly type: "ParameterExpansion";
  readonly parameter: string;
  readonly prefix: "!" | "#" | undefined;
  readonly index: WordNode | undefined;
  readonly operation: Operation | undefined;
}

export type Operation =
  | { readonly type: "Default"; readonly operator: string; readonly operand: WordNode }
  | { readonly type: "Remove"; readonly operator: string; readonly operand: WordNode }
  | {
      readonly type: "Replace";
      readonly operator: string;
      readonly pattern: WordNode;
      readonly replacement: WordNode;
    }
  | { readonly type: "Slice"; readonly offset: WordNode; readonly length: WordNode | undefined }
  | { readonly type: "CaseModification"; readonly operator: string; readonly operand: WordNode | undefined }
  | { readonly type: "Transform"; readonly operand: WordNode }
  | { readonly type: "Names" }
  | { readonly type: "Unknown"; readonly operator: string };

export type Arithmetic =
  | {
      readonly type: "ArithmeticBinary";
      readonly operator: string;
      readonly left: Arithmetic;
      readonly right: Arithmetic;
    }
  | {
      readonly type: "ArithmeticUnary";
      readonly operator: string;
      readonly operand: Arithmetic;
      readonly prefix: boolean;
    }
  | {
      readonly type: "ArithmeticTernary";
      readonly test: Arithmetic;
      readonly consequent: Arithmetic;
      readonly alternate: Arithmetic;
    }
  | { readonly type: "ArithmeticGroup"; readonly expression: Arithmetic }
  | { readonly type: "ArithmeticWord"; readonly value: string; readonly parts?: readonly Part[] | undefined }
  | (Node & {
      readonly type: "ArithmeticCommandExpansion";
      readonly text: string;
      readonly script: ScriptNode | undefined;
    });

export interface AssignmentNode extends Node {
  readonly type: "Assignment";
  readonly text: string;
  readonly name: string;
  readonly value: WordNode | { readonly type: "ArrayValue"; readonly elements: readonly WordNode[] };
  readonly append: boolean | undefined;
  readonly index: WordNode | undefined;
}

type Descriptor =
  | { readonly type: "FileDescriptor"; readonly value: number }
  | { readonly type: "FileDescriptorVariable"; readonly name: string };

export type RedirectNode =
  | (Node & {
      readonly type: "Redirect" | "HereString";
      readonly operator: string;
      readonly descriptor: Descriptor | undefined;
      readonly target: WordNode | undefined;
    })
  | (Node & {
      readonly type: "HereDoc";
      readonly operator: string;
      readonly descriptor: Descriptor | undefined;
      readonly delimiter: { readonly quoted: boolean } | undefined;
      readonly body: Node & { readonly text: string; readonly parts: readonly Part[] | undefined };
    });

export interface CommandNode extends Node {
  readonly type: "Command";
  readonly name: WordNode | undefined;
  readonly prefix: readonly (AssignmentNode | RedirectNode)[];
  readonly suffix: readonly (WordNode | AssignmentNode | RedirectNode)[];
}

export interface ListNode extends Node {
  readonly type: "CompoundList";
  readonly commands: readonly StatementNode[];
}

export type TestNode =
  | (Node & { readonly type: "TestUnary"; readonly operator: string; readonly operand: WordNode })
  | (Node & {
      readonly type: "TestBinary";
      readonly operator: string;
      readonly left: WordNode;
      readonly right: WordNode;
    })
  | (Node & { readonly type: "TestLogical"; readonly operands: readonly TestNode[] })
  | (Node & { readonly type: "TestNot"; readonly operand: TestNode })
  | (Node & { readonly type: "TestGroup"; readonly expression: TestNode });

export interface CaseItemNode {
  readonly pattern: readonly WordNode[];
  readonly body: ListNode;
}

export type CompoundNode =
  | (Node & {
      readonly type: "If";
      readonly clause: ListNode;
      readonly then: ListNode;
      readonly elif: readonly { readonly clause: ListNode; readonly then: ListNode }[];
      readonly else: ListNode | undefined;
    })
  | (Node & {
      readonly type: "For" | "Select";
      readonly name: WordNode;
      readonly wordlist: readonly WordNode[] | undefined;
      readonly body: ListNode;
    })
  | (Node & {
      readonly type: "ArithmeticFor";
      readonly initialize: Arithmetic | undefined;
      readonly test: Arithmetic | undefined;
      readonly update: Arithmetic | undefined;
      readonly body: ListNode;
    })
  | (Node & { readonly type: "While"; readonly clause: ListNode; readonly body: ListNode })
  | (Node & { readonly type: "Subshell" | "BraceGroup"; readonly body: ListNode })
  | (Node & { readonly type: "Case"; readonly word: WordNode; readonly items: readonly CaseItemNode[] })
  | (Node & { readonly type: "TestCommand"; readonly expression: TestNode })
  | (Node & { readonly type: "ArithmeticCommand"; readonly expression: Arithmetic | undefined; readonly body: string });

export type RedirectedNode = Node & {
  readonly type: "Redirected";
  readonly command: CompoundNode;
  readonly redirects: readonly RedirectNode[];
};

export type BodyNode = CompoundNode | RedirectedNode | ListNode;

export type ExecutableNode =
  | CommandNode
  | CompoundNode
  | RedirectedNode
  | (Node & { readonly type: "Function"; readonly name: WordNode; readonly body: BodyNode })
  | (Node & { readonly type: "Coproc"; readonly name: WordNode | undefined; readonly body: CommandNode | BodyNode })
  | (Node & {
      readonly type: "Pipeline";
      readonly prefixes: readonly { readonly type: "Time" | "Negation" }[];
      readonly commands: readonly ExecutableNode[];
      readonly operators: readonly string[];
    })
  | (Node & {
      readonly type: "AndOr";
      readonly commands: readonly ExecutableNode[];
      readonly operators: readonly string[];
    });

export interface StatementNode extends Node {
  readonly type: "Statement";
  readonly command: ExecutableNode;
  readonly background: boolean | undefined;
}

export interface ScriptNode extends Node {
  readonly commands: readonly StatementNode[];
  /** Set where positions count in a text of its own (backticks with escapes). */
  readonly source?: string;
  readonly errors?: readonly { readonly message: string; readonly pos: number }[] | undefined;
}
