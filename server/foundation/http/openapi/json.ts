// JSON as a type, for documents that are read and changed as data.

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue | undefined
}

export const isRecord = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name or a sentence of a document; empty where there is none. */
export const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
