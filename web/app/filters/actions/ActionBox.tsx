// One action with its fields, if any, and a button that removes it.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useWords } from '../../../words/words.tsx'

export function ActionBox({ kind, onRemove, children }: { kind: Action['kind']; onRemove(): void; children?: ReactNode }) {
  const t = useWords('editor')
  const label = t(`do.${kind}`)
  return (
    <div className="grid gap-2 rounded-hull bg-bg py-1 ps-3 pe-1">
      <div className="flex min-h-9 items-center justify-between gap-2">
        <span>{label}</span>
        <IconButton icon={X} label={t('do.remove', { what: label })} className="size-9!" onClick={onRemove} />
      </div>
      {children && <div className="grid gap-3 pe-2 pb-2.5">{children}</div>}
    </div>
  )
}
