// Asks what to save when a filter was changed elsewhere while it was edited, and shows the difference.
import type { FilterDraft, SavedFilter } from '../../../core/api/filters.ts'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../ui/overlays/DialogLayout.tsx'
import { formatHour } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { VersionDiff } from './history/VersionDiff.tsx'

interface ChangedProps {
  theirs: SavedFilter
  mine: FilterDraft
  isBusy: boolean
  onSaveMine(): void
  onUseTheirs(): void
  onClose(): void
}

export function ChangedElsewhere({ theirs, mine, isBusy, onSaveMine, onUseTheirs, onClose }: ChangedProps) {
  const t = useWords('conflict')
  const language = useLanguage()
  const now = useNow()
  const asVersion = (draft: FilterDraft) => ({ ...draft, version: theirs.version, at: theirs.updatedAt, restored: null })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      lead={t('text', { time: formatHour(new Date(theirs.updatedAt), now, language) })}
      wide
    >
      <VersionDiff version={asVersion(mine)} previous={asVersion(theirs)} />
      <p className="text-sm text-ink-2">{t('signs')}</p>
      <DialogButtons>
        <Button look="quiet" onClick={onUseTheirs}>
          {t('theirs')}
        </Button>
        <Button busy={isBusy} onClick={onSaveMine}>
          {t('mine')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
