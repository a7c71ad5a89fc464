// The types of markup.js, for TypeScript.

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

/** Parses a message into blocks. */
export function readMarkup(text: string): Block[]

/** Parses a line into parts. */
export function readInline(line: string): Part[]
