// Takes a near miss in: the draft is mended so that it matches that mail too.
import type { NearMiss } from '../../../../core/api/filter-trials.ts'
import { closeSentence, finished, type Group, openSentence } from '../../../../core/filters/edit.ts'
import { mend } from '../../../../core/filters/mend.ts'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words.tsx'

/** The trial was made of what is finished of the draft, and so was its explanation. */
export function useInclude(root: Group, onChange: (root: Group) => void): (near: NearMiss) => void {
  const t = useWords('editor')
  return ({ explanation }) => {
    const said = finished(closeSentence(root))
    const mended = said && mend(said, explanation)
    if (!mended) return toast.info(t('trial.notIncluded'))
    onChange(openSentence(mended))
    toast.success(t('trial.included'))
  }
}
