// The shapes of markup.js, for those who write TypeScript.

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; parts: Part[] }

export type Block =
  | { kind: 'line'; parts: Part[] }
  | { kind: 'quote' | 'bullets'; lines: Part[][] }
  | { kind: 'numbers'; start: number; lines: Part[][] }
  | { kind: 'mono'; text: string }

/** Blocks of a message. */
export function readMarkup(text: string): Block[]

/** Parts of one line. */
export function readInline(line: string): Part[]
