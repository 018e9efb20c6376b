export { searchAnswer as loader } from './answer.server.ts'
