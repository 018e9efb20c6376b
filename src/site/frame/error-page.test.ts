import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { messageOf } from './error-page.tsx'

test('the error page of a refused request has the message of the refusal', () => {
  expect(messageOf(new ErrorResponse(403, '', 'This order belongs to somebody else.'))).toBe(
    'This order belongs to somebody else.',
  )
})

test.each([
  ['an error of the router', new ErrorResponse(405, '', new Error('You made a POST request'), true)],
  ['a response without a message', new ErrorResponse(409, '', null)],
  ['the page of a proxy', new ErrorResponse(502, '', '<html><h1>502 Bad Gateway</h1></html>')],
  ['any other error', new Error('connect ECONNREFUSED')],
])('the error page shows no message for %s', (_what, error) => {
  expect(messageOf(error)).toBeNull()
})
