// Renders the OpenAPI document as a page that loads nothing: every call by subject, who may make it, its parameters and examples.
import { directionOf } from '../../../../core/words/languages.ts'
import type { Translate, Words } from '../../../../core/words/words.ts'
import { escapeHtml, plainStyle } from '../plain-page.ts'
import { isRecord, type JsonObject, type JsonValue, textOf } from './json.ts'

const documentPath = '/api/openapi.json'

interface Call {
  method: string
  path: string
  operation: JsonObject
}

export function renderReference(document: JsonObject, words: Words): string {
  const t = words.of('apireference')
  const calls = callsIn(document)
  const tags = (Array.isArray(document['tags']) ? document['tags'] : []).filter(isRecord)
  const sections = tags.map(tag => section(tag, calls, t))
  const contents = tags.map(({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(textOf(name))}</a></li>`).join('')
  const lead = escapeHtml(t('lead', { link: documentPath })).replace(documentPath, `<a href="${documentPath}">${documentPath}</a>`)
  return `<!doctype html>
<html lang="${words.language}" dir="${directionOf(words.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(words.of('ui')('title', { page: t('title') }))}</title><style>${plainStyle}${style}</style></head>
<body><main><h1>${escapeHtml(t('title'))}</h1><p>${lead}</p>
<nav aria-label="${escapeHtml(t('contents'))}"><ul>${contents}</ul></nav>${sections.join('\n')}</main></body></html>
`
}

const callsIn = ({ paths }: JsonObject): Call[] =>
  Object.entries(isRecord(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {}).flatMap(([method, operation]) => (isRecord(operation) ? [{ method, path, operation }] : [])),
  )

function section({ name, description }: JsonObject, calls: Call[], t: Translate<'apireference'>): string {
  const own = calls.filter(({ operation }) => Array.isArray(operation['tags']) && operation['tags'].includes(name ?? ''))
  return `<section id="${anchor(name)}"><h2>${escapeHtml(textOf(name))}</h2><p lang="en" dir="ltr">${escapeHtml(textOf(description))}</p>${own.map(call => details(call, t)).join('')}</section>`
}

function details({ method, path, operation }: Call, t: Translate<'apireference'>): string {
  const answers = Object.entries(isRecord(operation['responses']) ? operation['responses'] : {}).filter(([status]) =>
    status.startsWith('2'),
  )
  const parts = [
    `<p>${escapeHtml(t(whoMay(operation)))}</p>`,
    parameterList(operation, t),
    example(t('body'), operation['requestBody']),
    ...answers.map(([status, answer]) => example(`${t('answer')} ${status}`, answer)),
  ]
  return `<details id="${escapeHtml(textOf(operation['operationId']))}"><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> <span lang="en">${escapeHtml(textOf(operation['summary']))}</span></summary>${parts.join('')}</details>`
}

function whoMay({ security }: JsonObject) {
  const names = (Array.isArray(security) ? security : []).flatMap(one => Object.keys(isRecord(one) ? one : {}))
  if (names.length === 0) return 'who.anybody'
  if (names.includes('readKey')) return 'who.readKey'
  return names.includes('writeKey') ? 'who.writeKey' : 'who.person'
}

function parameterList({ parameters }: JsonObject, t: Translate<'apireference'>): string {
  const all = (Array.isArray(parameters) ? parameters : []).filter(isRecord)
  if (all.length === 0) return ''
  const items = all.map(
    one => `<li><code>${escapeHtml(textOf(one['name']))}</code>${one['required'] === true ? ` (${escapeHtml(t('required'))})` : ''}</li>`,
  )
  return `<h3>${escapeHtml(t('parameters'))}</h3><ul>${items.join('')}</ul>`
}

function example(title: string, holder: JsonValue | undefined): string {
  const content = isRecord(holder) && isRecord(holder['content']) ? holder['content']['application/json'] : undefined
  if (!isRecord(content)) return ''
  return `<h3>${escapeHtml(title)}</h3><pre dir="ltr"><code>${escapeHtml(JSON.stringify(content['example'] ?? null, null, 2))}</code></pre>`
}

const anchor = (name: JsonValue | undefined): string => textOf(name).toLowerCase().replaceAll(' ', '-')

const style = `main{max-width:60rem}details{border-top:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer;min-height:1.75rem}h2{margin:2rem 0 .25rem}h3{margin:1rem 0 .25rem;font-size:1rem}pre{overflow-x:auto;padding:.75rem;background:var(--bg);border:1px solid var(--line)}code{font:.875rem/1.4 ui-monospace,monospace}nav ul{columns:2;padding-inline-start:1.25rem}`
