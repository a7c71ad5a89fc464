// The conditions of a filter as a sentence that can be edited: what must hold, and what must not.
import { Ban } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { howOf, isTest, membersOf, type Path } from '../../../../core/filters/edit.ts'
import { at } from '../../../../core/filters/edit-move.ts'
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words.tsx'
import { useDrag } from '../useDrag.ts'
import { moveBeside } from './beside.ts'
import { add, type Edit, exceptPath, mainPath, pathFrom, placeOf, settle } from './edit.ts'
import { Adders, HowPick, Members } from './GroupEditor.tsx'

/** "Forward an e-mail when any of these is true: … but not when …" */
export function Builder({ edit, forwards }: { edit: Edit; forwards: boolean }) {
  const t = useWords('builder')
  const box = useRef<HTMLDivElement>(null)
  const drag = useDrag(box, (from, to, side) => settle(edit, pathFrom(from), moveBeside(edit.root, pathFrom(from), pathFrom(to), side)))
  const main = at(edit.root, mainPath)
  const except = at(edit.root, exceptPath)
  const exceptions = except && !isTest(except) ? membersOf(except) : []
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
  path: Path
  children: ReactNode
}

function Block({ edit, drag, path, children }: BlockProps) {
  const group = at(edit.root, path)
  if (!group || isTest(group)) return null
  return (
    <div className="grid gap-3" data-block={placeOf(path)}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg">{children}</p>
      <Members edit={edit} drag={drag} path={path} group={group} />
      <Adders edit={edit} path={path} />
    </div>
  )
}
