// A filter written out as a sentence, with nested conditions and exceptions.
import { Fragment, type ReactNode } from 'react'
import type { Condition, Test } from '../../../core/filters/tree.ts'
import { useWords } from '../../words/words.tsx'
import { Rich } from './Rich.tsx'
import { TestWords } from './TestWords.tsx'

/** `hits` says for how many past mails a test holds, by its place in the tree such as `0.2`; left out, no counts are shown. */
export function FilterSentence({ condition, hits }: { condition: Condition; hits?: (place: string) => number | undefined }) {
  const t = useWords('sentence')
  const group = 'field' in condition ? { all: [condition] } : condition
  const { main, except } = apart(group)
  return (
    <div className="grid gap-2 text-lg">
      <p>
        <Rich text={t('forwardWhen', { how: howOf(main) })} />
      </p>
      <Group condition={main} place={except ? '0' : ''} hits={hits} />
      {except && (
        <div className="text-md">
          <Nested group={except} within="all" place="1" hits={hits} />
        </div>
      )}
    </div>
  )
}

/** A group and its exception, where that is all there is; then the group needs no line of its own. */
function apart(group: Grouped): { main: Grouped; except: Grouped | null } {
  const [main, except] = 'all' in group && group.all.length === 2 ? group.all : []
  if (!main || !except || 'field' in main || !('none' in except)) return { main: group, except: null }
  return { main, except }
}

type Grouped = Exclude<Condition, Test>
const howOf = (group: Grouped): 'all' | 'any' | 'none' => ('all' in group ? 'all' : 'any' in group ? 'any' : 'none')
const membersOf = (group: Grouped): Condition[] => ('all' in group ? group.all : 'any' in group ? group.any : group.none)

function Group({
  condition,
  place,
  hits,
}: {
  condition: Grouped
  place: string
  hits: ((place: string) => number | undefined) | undefined
}) {
  const t = useWords('sentence')
  const how = howOf(condition)
  return (
    <ul className="grid gap-2 text-md">
      {membersOf(condition).map((member, at) => {
        const here = place === '' ? String(at) : `${place}.${at}`
        return (
          <Fragment key={here}>
            {at > 0 && !('none' in member && how === 'all') && (
              <li aria-hidden="true" className="ps-3 text-sm/4 text-ink-3">
                {t(how === 'all' ? 'and' : 'or')}
              </li>
            )}
            <li>
              {'field' in member ? (
                <Row hits={hits?.(here)}>
                  <TestWords test={member} />
                </Row>
              ) : (
                <Nested group={member} within={how} place={here} hits={hits} />
              )}
            </li>
          </Fragment>
        )
      })}
    </ul>
  )
}

interface NestedProps {
  group: Grouped
  /** Only where all must hold is a `none` an exception. */
  within: 'all' | 'any' | 'none'
  place: string
  hits: ((place: string) => number | undefined) | undefined
}

function Nested({ group, within, place, hits }: NestedProps) {
  const t = useWords('sentence')
  const how = howOf(group)
  const isExcept = how === 'none' && within === 'all'
  return (
    <div
      className={
        isExcept ? 'grid gap-2 border-t-3 border-dotted border-edge pt-3' : 'ms-2 grid gap-2 border-s-3 border-dotted border-edge ps-4'
      }
    >
      <p>
        <Rich text={t(isExcept ? 'butNot' : 'these', { how })} />
      </p>
      <Group condition={group} place={place} hits={hits} />
    </div>
  )
}

function Row({ hits, children }: { hits: number | undefined; children: ReactNode }) {
  const t = useWords('sentence')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-3 rounded-hull bg-bg px-3 py-2">
      <span className="min-w-0">{children}</span>
      {hits !== undefined && <span className="text-xs text-ink-2 tabular-nums">{t('hits', { n: hits })}</span>}
    </div>
  )
}
