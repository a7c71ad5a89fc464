// A filter written out as a sentence, with nested conditions and exceptions.
import { Fragment, type ReactNode } from 'react'
import type { Condition, Test } from '../../../core/filters/tree.ts'
import { useWords } from '../../words/words.tsx'
import { ConditionText } from './ConditionText.tsx'
import { Rich } from './Rich.tsx'

/** `hits` returns how many past emails match the condition at a path in the tree, such as `0.2`; without it, no counts are shown. */
export function FilterSentence({ condition, hits }: { condition: Condition; hits?: (path: string) => number | undefined }) {
  const t = useWords('sentence')
  const group = 'field' in condition ? { all: [condition] } : condition
  const { main, except } = splitException(group)
  return (
    <div className="grid gap-2 text-lg">
      <p>
        <Rich text={t('forwardWhen', { how: groupKind(main) })} />
      </p>
      <Group condition={main} path={except ? '0' : ''} hits={hits} />
      {except && (
        <div className="text-md">
          <Nested group={except} parentKind="all" path="1" hits={hits} />
        </div>
      )}
    </div>
  )
}

/** Splits a condition that is just a group and its exception, so that the group needs no line of its own. */
function splitException(group: ConditionGroup): { main: ConditionGroup; except: ConditionGroup | null } {
  const [main, except] = 'all' in group && group.all.length === 2 ? group.all : []
  if (!main || !except || 'field' in main || !('none' in except)) return { main: group, except: null }
  return { main, except }
}

type ConditionGroup = Exclude<Condition, Test>
const groupKind = (group: ConditionGroup): 'all' | 'any' | 'none' => ('all' in group ? 'all' : 'any' in group ? 'any' : 'none')
const childConditions = (group: ConditionGroup): Condition[] => ('all' in group ? group.all : 'any' in group ? group.any : group.none)

function Group({
  condition,
  path,
  hits,
}: {
  condition: ConditionGroup
  path: string
  hits: ((path: string) => number | undefined) | undefined
}) {
  const t = useWords('sentence')
  const kind = groupKind(condition)
  return (
    <ul className="grid gap-2 text-md">
      {childConditions(condition).map((child, index) => {
        const childPath = path === '' ? String(index) : `${path}.${index}`
        return (
          <Fragment key={childPath}>
            {index > 0 && !('none' in child && kind === 'all') && (
              <li aria-hidden="true" className="ps-3 text-sm/4 text-ink-3">
                {t(kind === 'all' ? 'and' : 'or')}
              </li>
            )}
            <li>
              {'field' in child ? (
                <Row hits={hits?.(childPath)}>
                  <ConditionText test={child} />
                </Row>
              ) : (
                <Nested group={child} parentKind={kind} path={childPath} hits={hits} />
              )}
            </li>
          </Fragment>
        )
      })}
    </ul>
  )
}

interface NestedProps {
  group: ConditionGroup
  /** A `none` is an exception only if all of its siblings must match. */
  parentKind: 'all' | 'any' | 'none'
  path: string
  hits: ((path: string) => number | undefined) | undefined
}

function Nested({ group, parentKind, path, hits }: NestedProps) {
  const t = useWords('sentence')
  const kind = groupKind(group)
  const isExcept = kind === 'none' && parentKind === 'all'
  return (
    <div
      className={
        isExcept ? 'grid gap-2 border-t-3 border-dotted border-edge pt-3' : 'ms-2 grid gap-2 border-s-3 border-dotted border-edge ps-4'
      }
    >
      <p>
        <Rich text={t(isExcept ? 'butNot' : 'these', { how: kind })} />
      </p>
      <Group condition={group} path={path} hits={hits} />
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
