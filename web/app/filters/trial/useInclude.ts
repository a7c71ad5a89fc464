// Takes a near miss in: the draft is mended so that it matches that mail too.
import { closeSentence, finished, type Group, openSentence } from '../../../../core/filters/edit.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words.tsx'

/** The trial was made of what is finished of the draft, and so was its explanation. */
export function useInclude(root: Group, onChange: (root: Group) => void): (mended: (condition: Condition) => Condition | null) => void {
  const t = useWords('editor')
  return mendedOf => {
    const said = finished(closeSentence(root))
    const mended = said && mendedOf(said)
    if (!mended) return toast.info(t('trial.notIncluded'))
    onChange(openSentence(mended))
    toast.success(t('trial.included'))
  }
}
