// The condition builder: an editable sentence of what must match and what must not.
import { Ban } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type ConditionGroup, type ConditionPath, conditionsIn, howOf, isTest } from '../../../../core/filters/edit.ts'
import { at, type Moved, moveTo } from '../../../../core/filters/edit-move.ts'
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Side, useDrag } from '../useDrag.ts'
import { add, type Edit, exceptPath, kept, mainPath, pathFrom, pathKey, settle } from './edit.ts'
import { Adders, GroupRows, HowPick } from './GroupEditor.tsx'

/** "Forward an e-mail when any of these is true: … but not when …" */
export function Builder({ edit, forwards }: { edit: Edit; forwards: boolean }) {
  const t = useWords('builder')
  const box = useRef<HTMLDivElement>(null)
  const drag = useDrag(box, (from, to, side) => settle(edit, pathFrom(from), moveBeside(edit.root, pathFrom(from), pathFrom(to), side)))
  const main = at(edit.root, mainPath)
  const except = at(edit.root, exceptPath)
  const exceptions = except && !isTest(except) ? conditionsIn(except) : []
  if (!main || isTest(main)) return null
  return (
    <div className="grid gap-4" ref={box}>
      <Block edit={edit} drag={drag} path={mainPath}>
        {t(forwards ? 'when' : 'act')} <HowPick edit={edit} path={mainPath} group={main} /> {t('ofThese', { how: howOf(main) })}
      </Block>
      {exceptions.length > 0 ? (
        <div role="group" aria-label={t('butNot')} className="border-t-3 border-dotted border-edge pt-4">
          <Block edit={edit} drag={drag} path={exceptPath}>
            {t('butNot')}
          </Block>
        </div>
      ) : (
        <p>
          <Button look="quiet" small data-adds="exception" onClick={() => add(edit, exceptPath)}>
            <Ban size={16} aria-hidden /> {t('butNot.add')}
          </Button>
        </p>
      )}
    </div>
  )
}

interface BlockProps {
  edit: Edit
  drag: ReturnType<typeof useDrag>
  path: ConditionPath
  children: ReactNode
}

function Block({ edit, drag, path, children }: BlockProps) {
  const group = at(edit.root, path)
  if (!group || isTest(group)) return null
  return (
    <div className="grid gap-3" data-block={pathKey(path)}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg">{children}</p>
      <GroupRows edit={edit} drag={drag} path={path} group={group} />
      <Adders edit={edit} path={path} />
    </div>
  )
}

function moveBeside(root: ConditionGroup, from: ConditionPath, to: ConditionPath, side: Side): Moved {
  const target = side === 'before' ? to : [...to.slice(0, -1), (to.at(-1) ?? 0) + 1]
  return moveTo(root, from, target, kept)
}
