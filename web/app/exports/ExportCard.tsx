// Exports all of a person's data: request, progress, download, deletion.
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportLine } from '../../../core/api/exports.ts'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { dayText } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { isUnderWay, useDownload, useExports, useRemoveExport, useStartExport } from './exports.ts'

export function ExportCard() {
  const t = useWords('exports')
  const explain = useExplain()
  const copies = useExports()
  const starting = useStartExport()
  const newest = copies.data?.items[0]
  // The previous export stays available until the new one is ready.
  const ready = copies.data?.items.find(({ state }) => state === 'ready')
  const start = () => starting.mutate(undefined, { onSuccess: () => toast.success(t('started')) })
  const refused = starting.error ?? copies.error
  return (
    <Card id="copy">
      <h2>{t('title')}</h2>
      <p className="text-ink-2">{t('text')}</p>
      {refused && (
        <Note kind="danger" alert>
          {refused === copies.error && <b>{t('loading')}</b>} {explain(refused)}
        </Note>
      )}
      {ready && <Ready key={ready.id} copy={ready} />}
      {newest?.state === 'failed' && <Failed copy={newest} />}
      {newest && isUnderWay(newest) ? (
        <Making copy={newest} />
      ) : (
        <Button look="quiet" className="w-fit" busy={starting.isPending} onClick={start}>
          {t(newest ? 'again' : 'start')}
        </Button>
      )}
    </Card>
  )
}

/** Native progress bars look different in every browser and cannot be styled consistently. */
const bar = cx(
  'h-2.5 w-full appearance-none overflow-hidden rounded-full border border-line bg-sunk forced-colors:appearance-auto',
  '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent',
)

function Making({ copy: { state, done, parts } }: { copy: ExportLine }) {
  const t = useWords('exports')
  return (
    <div className="grid gap-2">
      <progress className={bar} aria-label={t('progress')} max={parts} value={done} />
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {state === 'waiting' ? t('waiting') : t('working', { done, parts })}
      </p>
    </div>
  )
}

function Failed({ copy: { createdAt, reason } }: { copy: ExportLine }) {
  const t = useWords('exports')
  const [now, language] = [useNow(), useLanguage()]
  return (
    <Note kind="warn">
      <b>{t('failed', { day: dayText(new Date(createdAt), now, language) })}</b> {reason}
    </Note>
  )
}

function Ready({ copy }: { copy: ExportLine }) {
  const t = useWords('exports')
  const explain = useExplain()
  const [now, language] = [useNow(), useLanguage()]
  const download = useDownload()
  const removing = useRemoveExport()
  const [isAsking, setAsking] = useState(false)
  const day = (at: string) => dayText(new Date(at), now, language)
  const failed = (error: Error) => toast.error(explain(error))
  const remove = () =>
    removing.mutate(copy.id, { onSuccess: () => toast.success(t('removed')), onError: failed, onSettled: () => setAsking(false) })
  return (
    <Note kind="ok">
      <div className="grid gap-3">
        <p>
          <b>{t('ready', { day: day(copy.createdAt) })}</b> ({t('size', { megabytes: Math.floor((copy.sizeBytes ?? 0) / 1e6) })}).{' '}
          {copy.expiresAt && t('until', { day: day(copy.expiresAt) })}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button small busy={download.isPending} onClick={() => download.mutate(copy, { onError: failed })}>
            <Download size={16} aria-hidden />
            {t('download')}
          </Button>
          <Button look="quiet" small onClick={() => setAsking(true)}>
            {t('remove')}
          </Button>
        </div>
      </div>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('remove.sure')}
        action={t('remove')}
        busy={removing.isPending}
        onConfirm={remove}
      >
        <p>{t('remove.text')}</p>
      </Confirm>
    </Note>
  )
}
