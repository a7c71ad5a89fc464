// Defines the syntax tree of a Sieve script (RFC 5228 §8.2), with positions.
import type { Span } from '../../text/spans.ts'

export interface Text {
  value: string
  at: Span
}

export type Argument =
  | { kind: 'texts'; texts: Text[]; at: Span }
  | { kind: 'number'; value: number; at: Span }
  | { kind: 'tag'; name: string; at: Span }

/** Names are in lower case. */
export interface TestNode {
  name: string
  args: Argument[]
  tests: TestNode[]
  at: Span
}

/** `notes` are the comments right before it; `block` is null where it ends with a semicolon. */
export interface SieveCommand extends TestNode {
  block: SieveCommand[] | null
  comments: string[]
  /** The comment on the line of its test, where a disabled filter stores its original test. */
  trailingComment: Text | null
}

/** What is wrong, and where; `code` is a words id. */
export interface SieveProblem {
  code: string
  at: Span
  values: Record<string, string | number>
}
