import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/login.ts'

const login: Words<typeof en> = {
  meta: {
    title: '登录或注册',
    description: '使用密码、邮箱验证码、通行密钥或第三方账号登录，获取行情数据 API 密钥。',
    keywords: '登录, 注册, API 密钥, 行情数据账号, 邮箱验证码, 通行密钥',
  },
  signin: { title: '登录', submit: '登录' },
  code: { title: '邮箱验证码登录', submit: '登录' },
  signup: { title: '注册账号', submit: '注册', lead: '免费注册，立即获得 API 密钥，无需绑定银行卡。' },
  reset: { title: '重置密码', submit: '设置新密码', lead: '我们会向您的邮箱发送验证码；重置后所有设备都会退出登录。' },
  chosen: '您选择的是{plan}。登录或注册后即可下单。',
  second: { title: '两步验证', lead: '请输入身份验证器中显示的动态码，或一个恢复码。', submit: '继续' },
  email: '邮箱',
  password: '密码',
  newPassword: '新密码',
  confirmPassword: '再次输入密码',
  passwordHint: '至少 8 个字符。',
  verificationCode: '验证码',
  secondCode: '动态码',
  send: '获取验证码',
  sent: '如该邮箱可用，验证码稍后送达，10 分钟内有效。',
  needScript: '获取验证码和人机验证需要启用 JavaScript；密码登录则不需要。',
  forgot: '忘记密码？',
  byCode: '使用邮箱验证码',
  byPassword: '使用密码',
  toSignup: '还没有账号？<link>立即注册</link>',
  toSignin: '已有账号？<link>去登录</link>',
  or: '或',
  provider: '使用 {name} 登录',
  passkey: '使用通行密钥',
  passkeyFailed: '通行密钥验证未成功，请重试或选择其他方式。',
  resetDone: '密码已修改，请使用新密码登录。',
  busy: '服务器繁忙或无法连接，请稍后再试',
}

export default login
