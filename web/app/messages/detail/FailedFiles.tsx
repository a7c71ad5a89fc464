// Attachments that did not reach the phone, and why.
import { CircleAlert } from 'lucide-react'
import type { FailedFile } from '../../../../core/api/ledger.ts'
import { useWords } from '../../../words/words.tsx'

export function FailedFiles({ files }: { files: FailedFile[] }) {
  const t = useWords('forwarded')
  if (files.length === 0) return null
  return (
    <ul className="grid gap-2 text-[0.9375rem]/6">
      {files.map((file, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may share a name
        <li key={nth} className="grid grid-cols-[1rem_minmax(0,1fr)] items-baseline gap-x-2">
          <CircleAlert size={16} className="self-center text-danger" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {t('file.failed', { name: file.name ?? t('file.unnamed'), phone: file.destinationName || t('phone.none') })}
          </span>
          {file.reason && <span className="col-start-2 text-sm text-ink-2">{file.reason}</span>}
        </li>
      ))}
    </ul>
  )
}
