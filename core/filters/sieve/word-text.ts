// Writes our text tests as Sieve: exactly where a header test means the same, approximately elsewhere.
import { listDomains } from '../../text/domains.ts'
import type { TextTest } from '../tree.ts'
import { matchText, toKeys } from './key-text.ts'
import { peopleText } from './people-text.ts'
import { escapeWildcards, joinTests, quote, quoteList, requireExtension, type SieveWriter, unsupported, warnApproximate } from './writer.ts'

/** Null if Sieve has no equivalent. */
export function wordText(test: TextTest, writer: SieveWriter): string | null {
  switch (test.field) {
    case 'subject':
      return headerText('subject', test, writer)
    case 'header':
      return headerText(test.name, test, writer)
    case 'from':
    case 'to':
    case 'cc':
    case 'reply_to':
    case 'recipient':
      return peopleText(test.field, test, writer)
    case 'sender_domain':
      return domainText(test, writer)
    case 'list':
      return listText(test, writer)
    case 'any':
      warnApproximate(writer, 'body_as_sent')
      return joinTests('anyof', [headerText('subject', test, writer), bodyText(test, writer)])
    case 'body':
    case 'whole_body':
      warnApproximate(writer, 'body_as_sent')
      return bodyText(test, writer)
    case 'attachment_name':
      warnApproximate(writer, 'files_by_header')
      requireExtension(writer, 'mime')
      return joinTests('anyof', [
        `header :mime :anychild :param "filename" ${matchText(test, writer)('"content-disposition"')}`,
        `header :mime :anychild :param "name" ${matchText(test, writer)('"content-type"')}`,
      ])
    case 'attachment_type':
      warnApproximate(writer, 'files_by_header')
      requireExtension(writer, 'mime')
      return `header :mime :anychild :contenttype ${matchText(test, writer)('"content-type"')}`
    default:
      return unsupported(writer, test.field)
  }
}

function headerText(name: string, test: TextTest, writer: SieveWriter): string {
  return `header ${matchText(test, writer)(quote(name, writer))}`
}

function bodyText(test: TextTest, writer: SieveWriter): string {
  requireExtension(writer, 'body')
  return `body ${matchText({ ...test, operator: test.operator === 'regexp' ? 'regexp' : 'contains' }, writer)('')}`
}

/** A registered domain includes its subdomains; any other domain is compared as it is. */
function domainText(test: TextTest, writer: SieveWriter): string {
  if (test.operator === 'starts' || test.operator === 'wildcard' || test.operator === 'regexp') warnApproximate(writer, 'domain_as_sent')
  if (test.operator !== 'is') return `address :domain ${matchText(test, writer)('"from"')}`
  if (!test.values.every(value => listDomains([value]).length === 1 && /^[a-z0-9.-]+$/i.test(value)))
    warnApproximate(writer, 'domain_as_sent')
  return `address :domain :matches "from" ${quoteList(
    test.values.flatMap(value => [escapeWildcards(value), `*.${escapeWildcards(value)}`]),
    writer,
  )}`
}

function listText(test: TextTest, writer: SieveWriter): string {
  if (test.operator === 'contains') return headerText('list-id', test, writer)
  if (test.operator !== 'is') warnApproximate(writer, 'list_as_sent')
  if (test.operator !== 'is') return headerText('list-id', test, writer)
  const keys = test.values.flatMap(value => toKeys('starts', value, writer).map(key => key.slice(0, -1)))
  return `header :matches "list-id" ${quoteList(
    keys.flatMap(key => [key, `*<${key}>`]),
    writer,
  )}`
}
