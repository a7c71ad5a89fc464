// Takes the text to import, pasted, dropped or from a file, and detects its format.
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Format } from '../../../../core/api/filter-exchange.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { type ParsedImport, useParseImport } from './import-filters.ts'

const maxBytes = 2_000_000

interface SourceProps {
  text: string
  onText(text: string): void
  onParsed(parsed: ParsedImport): void
}

export function ImportSource({ text, onText, onParsed }: SourceProps) {
  const t = useWords('filterways')
  const explain = useExplain()
  const parsing = useParseImport()
  const [fileName, setFileName] = useState('')
  const [chosen, setChosen] = useState<Format | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const format = chosen ?? detectFormat(text, fileName)
  const changeText = (next: string, name = '') => {
    setProblem(null)
    setChosen(null)
    setFileName(name)
    onText(next)
    if (parsing.isError) parsing.reset()
  }
  const openFile = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxBytes) setProblem(t('import.file.tooLarge'))
    else void file.text().then(content => changeText(content, file.name))
  }
  const parse = () => {
    if (!text.trim()) return setProblem(t('import.missing'))
    parsing.mutate({ format, text }, { onSuccess: onParsed })
  }
  return (
    <Card>
      {parsing.error && (
        <Note kind="danger" alert>
          {explain(parsing.error)}
        </Note>
      )}
      <DropZone onFile={openFile}>
        <Field label={t('import.text')} help={t('import.text.help')} error={problem ?? undefined} aside={<FileButton onFile={openFile} />}>
          <TextArea
            rows={12}
            spellCheck={false}
            className="font-mono text-sm!"
            placeholder={t('import.text.placeholder')}
            value={text}
            onChange={event => changeText(event.target.value)}
          />
        </Field>
      </DropZone>
      <p className="-mt-2 text-sm text-ink-2">{t('import.how')}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-2">
          {t('import.format')}{' '}
          <InlineSelect
            label={t('import.format')}
            value={format}
            options={Format.options.map(value => ({ value, label: t(`import.format.${value}`) }))}
            onChange={setChosen}
          />
        </p>
        <Button busy={parsing.isPending} onClick={parse}>
          {t('import.read')}
        </Button>
      </div>
    </Card>
  )
}

function FileButton({ onFile }: { onFile(file: File | undefined): void }) {
  const t = useWords('filterways')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="quiet" small onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden /> {t('import.file')}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        aria-label={t('import.file')}
        accept=".xml,.sieve,.siv,.json,.yaml,.yml,.txt,text/*,application/json,application/xml"
        onChange={event => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}

function DropZone({ onFile, children }: { onFile(file: File | undefined): void; children: React.ReactNode }) {
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      role="presentation"
      className={cx('rounded-hull', isOver && 'outline-3 outline-offset-4 outline-accent')}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      {children}
    </div>
  )
}

export function detectFormat(text: string, fileName = ''): Format {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (/^<\?xml|^<feed|^<!--|<apps:property/.test(start)) return 'gmail'
  if (/^[[{]/.test(start) && !/^\{\s*#/.test(start)) return 'json'
  if (/\.(sieve|siv)$/i.test(fileName)) return 'sieve'
  if (/\.ya?ml$/i.test(fileName)) return 'yaml'
  const isSieve = /^\s*require\s*[["]/m.test(text) || /^\s*(els)?if\s+[\w(]/m.test(text) || /^\s*#\s*rule:\[/m.test(text)
  return isSieve ? 'sieve' : 'yaml'
}
