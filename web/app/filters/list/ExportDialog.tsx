// Exports all filters in the format of another program, and lists what that format cannot express.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Format, getExportApi } from '../../../../core/api/filter-exchange.ts'
import { useCall } from '../../../session/session.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../../words/words.tsx'

const formats: readonly Format[] = ['sieve', 'gmail', 'json', 'yaml']

export function ExportDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useWords('filterlist')
  const [format, setFormat] = useState<Format>('sieve')
  return (
    <Dialog open={open} onClose={onClose} title={t('export.title')} lead={t('export.lead')} wide>
      <Segmented
        label={t('export.format')}
        parts={formats.map(value => ({ value, label: t(`export.${value}`) }))}
        value={format}
        onChange={setFormat}
      />
      {open && <ExportResult format={format} />}
    </Dialog>
  )
}

function ExportResult({ format }: { format: Format }) {
  const t = useWords('filterlist')
  const explain = useExplain()
  const call = useCall()
  const { data, error } = useQuery({
    queryKey: ['filter-export', format],
    queryFn: ({ signal }) => call(getExportApi, 'GET', '/api/filters/exports', { query: { format }, signal }),
    gcTime: 0,
  })
  if (error)
    return (
      <Note kind="danger" alert>
        <b>{t('export.failed')}</b> {explain(error)}
      </Note>
    )
  if (!data) return <Skeleton className="h-64 w-full rounded-hull" />
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(data.text)}`
  return (
    <>
      {data.warnings.length > 0 ? (
        <Note kind="warn">
          <details>
            <summary className="font-strong">{t('export.warnings', { n: data.warnings.length })}</summary>
            <ul className="mt-2 grid gap-1">
              {data.warnings.map(warning => (
                <li key={`${warning.code}${warning.at.start}`}>{warning.message}</li>
              ))}
            </ul>
          </details>
        </Note>
      ) : (
        <Note kind="ok">{t('export.whole')}</Note>
      )}
      <textarea
        readOnly
        aria-label={t('export.text')}
        className="h-64 w-full resize-none rounded-hull border border-edge bg-sunk px-3 py-2 font-mono text-sm whitespace-pre"
        value={data.text}
      />
      <DialogButtons>
        <CopyButton text={data.text} label={t('export.copy')} small={false} />
        <a className={buttonClass({})} href={href} download={data.fileName}>
          <Download size={18} aria-hidden /> {t('export.download', { file: data.fileName })}
        </a>
      </DialogButtons>
    </>
  )
}
