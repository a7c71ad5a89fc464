// Changes the edited filter so that a near miss matches too.
import { type ConditionGroup, finishedPart, fromEditorRoot, toEditorRoot } from '../../../../core/filters/edit.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'

/** The trial and its explanation cover only the finished conditions of the draft. */
export function useIncludeNearMiss(
  root: ConditionGroup,
  onChange: (root: ConditionGroup) => void,
): (changed: (condition: Condition) => Condition | null) => void {
  const t = useWords('editor')
  return changeCondition => {
    const condition = finishedPart(fromEditorRoot(root))
    const changed = condition && changeCondition(condition)
    if (!changed) return toast.info(t('trial.notIncluded'))
    onChange(toEditorRoot(changed))
    toast.success(t('trial.included'))
  }
}
