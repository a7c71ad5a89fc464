// Writes our tests of words as Sieve: exactly where a header's words say the same, nearly elsewhere.
import { domainsOf } from '../../text/domains.ts'
import type { TextTest } from '../tree.ts'
import { keysFor, matchText } from './key-text.ts'
import { peopleText } from './people-text.ts'
import { asIs, nearly, need, oneOf, quoted, quotedList, type SieveWriter, unsayable } from './writer.ts'

/** Null where Sieve has nothing like it. */
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
      nearly(writer, 'body_as_sent')
      return oneOf('anyof', [headerText('subject', test, writer), bodyText(test, writer)])
    case 'body':
    case 'whole_body':
      nearly(writer, 'body_as_sent')
      return bodyText(test, writer)
    case 'attachment_name':
      nearly(writer, 'files_by_header')
      need(writer, 'mime')
      return oneOf('anyof', [
        `header :mime :anychild :param "filename" ${matchText(test, writer)('"content-disposition"')}`,
        `header :mime :anychild :param "name" ${matchText(test, writer)('"content-type"')}`,
      ])
    case 'attachment_type':
      nearly(writer, 'files_by_header')
      need(writer, 'mime')
      return `header :mime :anychild :contenttype ${matchText(test, writer)('"content-type"')}`
    default:
      return unsayable(writer, test.field)
  }
}

function headerText(name: string, test: TextTest, writer: SieveWriter): string {
  return `header ${matchText(test, writer)(quoted(name, writer))}`
}

function bodyText(test: TextTest, writer: SieveWriter): string {
  need(writer, 'body')
  return `body ${matchText({ ...test, operator: test.operator === 'regexp' ? 'regexp' : 'contains' }, writer)('')}`
}

/** A domain that somebody registered has all below it; of any other, and of how a domain ends, the name itself tells. */
function domainText(test: TextTest, writer: SieveWriter): string {
  if (test.operator === 'starts' || test.operator === 'wildcard' || test.operator === 'regexp') nearly(writer, 'domain_as_sent')
  if (test.operator !== 'is') return `address :domain ${matchText(test, writer)('"from"')}`
  if (!test.values.every(value => domainsOf([value]).length === 1 && /^[a-z0-9.-]+$/i.test(value))) nearly(writer, 'domain_as_sent')
  return `address :domain :matches "from" ${quotedList(
    test.values.flatMap(value => [asIs(value), `*.${asIs(value)}`]),
    writer,
  )}`
}

function listText(test: TextTest, writer: SieveWriter): string {
  if (test.operator === 'contains') return headerText('list-id', test, writer)
  if (test.operator !== 'is') nearly(writer, 'list_as_sent')
  if (test.operator !== 'is') return headerText('list-id', test, writer)
  const keys = test.values.flatMap(value => keysFor('starts', value, writer).map(key => key.slice(0, -1)))
  return `header :matches "list-id" ${quotedList(
    keys.flatMap(key => [key, `*<${key}>`]),
    writer,
  )}`
}
