// Formats what the filters command prints: mistakes with line and column, and the plan.
import type { FilterChange } from '../../../core/filters/exchange/diff.ts'
import type { Warning } from '../../../core/filters/exchange/imported.ts'
import type { Words } from '../../../core/words/words.ts'
import type { FilterPlan } from './plan.ts'

export function formatMistakes(words: Words, file: string, text: string, mistakes: Warning[]): string {
  const t = words.of('exchange')
  const lines = mistakes.map(({ code, at, values }) => {
    const before = text.slice(0, at.start).split('\n')
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
    return t('command.place', { file, line: String(place.line), column: String(place.column), sentence: words.byId(code, values) })
  })
  return [...lines, t('command.nothing_saved')].join('\n')
}

export function formatPlan(words: Words, { changes, lists }: FilterPlan): string {
  const t = words.of('exchange')
  const count = (kind: FilterChange['kind']): number => changes.filter(change => change.kind === kind).length
  return [
    ...changes.flatMap(change => [
      t(`command.${change.kind}`, { name: change.name, place: change.at + 1 }),
      ...change.lines.map(({ sign, text }) => `    ${sign} ${text}`),
    ]),
    ...lists.map(({ kind, name, more, less }) => t('command.list', { kind, name, more: more.length, less: less.length })),
    ...(changes.length === 0
      ? []
      : [t('command.sum', { added: count('added'), changed: count('changed'), moved: count('moved'), removed: count('removed') })]),
  ].join('\n')
}
