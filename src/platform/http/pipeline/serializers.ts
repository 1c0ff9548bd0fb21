// The serializers of responses, compiled when the first response of each is sent: a start would spend
// longer on them than on registering the routes, and most processes send few kinds of responses.
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifySerializerCompiler } from "fastify";

/** Makes what gives a route its serializer. */
export function lazySerializers(): FastifySerializerCompiler<unknown> {
  const compile = SerializerSelector()();
  return (route) => {
    let serialize: ((value: unknown) => string) | undefined;
    return (value: unknown) => {
      serialize ??= compile({ ...route, httpStatus: route.httpStatus ?? "200" });
      return serialize(value);
    };
  };
}
