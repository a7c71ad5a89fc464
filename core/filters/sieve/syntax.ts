// The syntax tree of a Sieve script (RFC 5228 §8.2), each node with its place.
import type { Range } from '../text.ts'

export interface Text {
  value: string
  at: Range
}

export type Argument =
  | { kind: 'texts'; texts: Text[]; at: Range }
  | { kind: 'number'; value: number; at: Range }
  | { kind: 'tag'; name: string; at: Range }

/** Names are in small letters. */
export interface TestNode {
  name: string
  args: Argument[]
  tests: TestNode[]
  at: Range
}

/** `notes` are the comments right before it; `block` is null where it ends with a semicolon. */
export interface Command extends TestNode {
  block: Command[] | null
  notes: string[]
  /** The comment on the line of its test, where a switched-off filter keeps what it asked. */
  aside: Text | null
}

/** What is wrong, and where; `code` is a words id. */
export interface Problem {
  code: string
  at: Range
  values: Record<string, string | number>
}
