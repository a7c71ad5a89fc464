// Exports all of a person's data: request, progress, download and removal.
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
import { formatDay } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { isInProgress, useDownload, useExports, useRemoveExport, useStartExport } from './exports.ts'

export function ExportCard() {
  const t = useWords('exports')
  const explain = useExplain()
  const exports = useExports()
  const startExport = useStartExport()
  const newest = exports.data?.items[0]
  // The previous export stays available until the new one is ready.
  const ready = exports.data?.items.find(({ state }) => state === 'ready')
  const start = () => startExport.mutate(undefined, { onSuccess: () => toast.success(t('started')) })
  const error = startExport.error ?? exports.error
  return (
    <Card id="copy">
      <h2>{t('title')}</h2>
      <p className="text-ink-2">{t('text')}</p>
      {error && (
        <Note kind="danger" alert>
          {error === exports.error && <b>{t('loading')}</b>} {explain(error)}
        </Note>
      )}
      {ready && <ReadyExport key={ready.id} item={ready} />}
      {newest?.state === 'failed' && <FailedExport item={newest} />}
      {newest && isInProgress(newest) ? (
        <ExportProgress item={newest} />
      ) : (
        <Button look="quiet" className="w-fit" busy={startExport.isPending} onClick={start}>
          {t(newest ? 'again' : 'start')}
        </Button>
      )}
    </Card>
  )
}

/** Native progress bars look different in every browser and cannot be styled consistently. */
const barLook = cx(
  'h-2.5 w-full appearance-none overflow-hidden rounded-full border border-line bg-sunk forced-colors:appearance-auto',
  '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent',
)

function ExportProgress({ item: { state, done, parts } }: { item: ExportLine }) {
  const t = useWords('exports')
  return (
    <div className="grid gap-2">
      <progress className={barLook} aria-label={t('progress')} max={parts} value={done} />
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {state === 'waiting' ? t('waiting') : t('working', { done, parts })}
      </p>
    </div>
  )
}

function FailedExport({ item: { createdAt, reason } }: { item: ExportLine }) {
  const t = useWords('exports')
  const [now, language] = [useNow(), useLanguage()]
  return (
    <Note kind="warn">
      <b>{t('failed', { day: formatDay(new Date(createdAt), now, language) })}</b> {reason}
    </Note>
  )
}

function ReadyExport({ item }: { item: ExportLine }) {
  const t = useWords('exports')
  const explain = useExplain()
  const [now, language] = [useNow(), useLanguage()]
  const download = useDownload()
  const removal = useRemoveExport()
  const [isAsking, setAsking] = useState(false)
  const day = (at: string) => formatDay(new Date(at), now, language)
  const showError = (error: Error) => toast.error(explain(error))
  const remove = () =>
    removal.mutate(item.id, { onSuccess: () => toast.success(t('removed')), onError: showError, onSettled: () => setAsking(false) })
  return (
    <Note kind="ok">
      <div className="grid gap-3">
        <p>
          <b>{t('ready', { day: day(item.createdAt) })}</b> ({t('size', { megabytes: Math.floor((item.sizeBytes ?? 0) / 1e6) })}).{' '}
          {item.expiresAt && t('until', { day: day(item.expiresAt) })}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button small busy={download.isPending} onClick={() => download.mutate(item, { onError: showError })}>
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
        busy={removal.isPending}
        onConfirm={remove}
      >
        <p>{t('remove.text')}</p>
      </Confirm>
    </Note>
  )
}
