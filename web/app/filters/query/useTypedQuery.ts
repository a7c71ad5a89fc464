// Keeps the typed query and the filter's tree in sync in both directions.
import { useRef } from 'react'
import { type ConditionGroup, finishedPart, fromEditorRoot, toEditorRoot } from '../../../../core/filters/edit.ts'
import type { CheckPattern } from '../../../../core/filters/query/cursor.ts'
import type { QueryProblem } from '../../../../core/filters/query/problem.ts'
import type { QueryReading } from '../../../../core/filters/query/read.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { useLanguage } from '../../../words/words.tsx'
import { loadedQueryTools, loadQueryTools } from './query-tools.ts'
import { useQueryTools } from './useQueryTools.ts'

export interface QueryTyping {
  text: string
  /** The tree when the text was typed; a different one means that the builder has changed it since. */
  root: ConditionGroup
  problems: QueryProblem[]
  /** Set until the parser is loaded. */
  unparsed: { hasFailed: boolean; retry(): void } | null
}

export interface TypedQuery {
  text: string
  problems: QueryProblem[]
  /** Some conditions are unfinished and not in the text. */
  isPartial: boolean
  type(text: string): void
}

export function useTypedQuery(
  root: ConditionGroup,
  [typing, setTyping]: readonly [QueryTyping | null, (typing: QueryTyping) => void],
  onChange: (root: ConditionGroup, from: ConditionGroup) => void,
): TypedQuery & { isLoading: boolean } {
  const language = useLanguage()
  const explain = useExplain()
  const lastText = useRef('')
  const type = (text: string) => {
    lastText.current = text
    const parsed = parseNow(text)
    if (parsed) return apply(text, parsed)
    // Until it can be parsed, only the text is shown.
    const setUnparsed = (hasFailed: boolean) => setTyping({ text, root, problems: [], unparsed: { hasFailed, retry: () => type(text) } })
    setUnparsed(false)
    parseLater(text, language).then(
      laterParsed => lastText.current === text && apply(text, laterParsed),
      (error: unknown) => {
        if (lastText.current === text) setUnparsed(true)
        toast.error(explain(error))
      },
    )
  }
  const apply = (text: string, { condition, problems }: QueryReading) => {
    const next = condition ? toEditorRoot(condition) : root
    setTyping({ text, root: next, problems, unparsed: null })
    if (condition) onChange(next, root)
  }
  const fullCondition = fromEditorRoot(root)
  const condition = finishedPart(fullCondition)
  const current = typing?.root === root ? typing : null
  const toPrint = current ? null : condition
  const { tools } = useQueryTools(toPrint !== null, root)
  return {
    text: current?.text ?? (toPrint && tools?.printInOrder(toPrint)) ?? '',
    problems: current?.problems ?? [],
    isPartial: !current && JSON.stringify(condition) !== JSON.stringify(fullCondition),
    isLoading: toPrint !== null && !tools,
    type,
  }
}

/** Null while the query parser, or the one for regular expressions, is still loading. */
function parseNow(text: string): QueryReading | null {
  const tools = loadedQueryTools()
  const checkPattern = loadedPatternCheck()
  let needsPatternCheck = false
  const parsed = tools?.readQuery(text, pattern => {
    needsPatternCheck ||= checkPattern === null
    return checkPattern?.(pattern) ?? null
  })
  return needsPatternCheck || !parsed ? null : parsed
}

async function parseLater(text: string, language: string): Promise<QueryReading> {
  const { readQuery } = await loadQueryTools(language)
  return parseNow(text) ?? readQuery(text, await loadPatternCheck())
}

let patternCheck: CheckPattern | null = null

/** Null until loaded. */
export const loadedPatternCheck = (): CheckPattern | null => patternCheck

/** If it cannot be loaded, the server checks the patterns when the filter is saved. */
async function loadPatternCheck(): Promise<CheckPattern> {
  patternCheck ??= (await import('../../../../core/filters/pattern.ts').catch(() => null))?.patternProblem ?? null
  return patternCheck ?? (() => null)
}
