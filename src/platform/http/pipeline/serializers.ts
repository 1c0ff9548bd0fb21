// The serializers of responses, compiled when the first response of each is sent: a start would spend
// longer on them than on registering the routes, and most processes send few kinds of responses.
import { createRequire } from "node:module";
import type { FastifySerializerCompiler } from "fastify";

const require = createRequire(import.meta.url);

/** Makes what gives a route its serializer. */
export function lazySerializers(): FastifySerializerCompiler<unknown> {
  let compiler: FastifySerializerCompiler<unknown> | undefined;
  // Loaded with the first one: the compiler comes with a validator of schemas.
  const compile: FastifySerializerCompiler<unknown> = (route) => {
    compiler ??= openCompiler();
    return compiler(route);
  };
  return (route) => {
    let serialize: ((value: unknown) => string) | undefined;
    return (value: unknown) => {
      serialize ??= compile({ ...route, httpStatus: route.httpStatus ?? "200" });
      return serialize(value);
    };
  };
}

function openCompiler(): FastifySerializerCompiler<unknown> {
  const { SerializerSelector } = require("@fastify/fast-json-stringify-compiler");
  return SerializerSelector()();
}
