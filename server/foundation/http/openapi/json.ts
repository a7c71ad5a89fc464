// JSON as a type, for documents that are read and changed as data.

export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json | undefined
}

export const isRecord = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
