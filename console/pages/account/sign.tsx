// Signing an action item: the customer agreement, or the certification of a new account.
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { personOf } from "../../data/texts.ts";
import { ChangeForm, type Send } from "../../parts/change-form.tsx";
import { CodeInput, FlagInput } from "../../parts/inputs.tsx";
import { type Signature, SignatureInput } from "../../parts/signature.tsx";

interface SignProps {
  readonly number: string;
  readonly owner: string;
  readonly item: Shapes["ItemForAttention"];
  readonly done: () => void;
}

const files = ["svg", "png", "gif", "jpg", "jpeg", "pdf"];

/** How a signature is sent: a PDF is the signed document, anything else an image of the
 * signature. */
function sentAs({ data, kind }: Signature) {
  return {
    signatureData: data,
    ...(kind === "PDF"
      ? { signatureMethod: "SIGNED_PDF" as const }
      : { signatureMethod: "SIGNATURE_IMAGE" as const, signatureImageEncoding: kind }),
  };
}

const nothing = { signatureMethod: "SIGNATURE_IMAGE" as const, signatureImageEncoding: "SVG" };

/** The form of the customer agreement. */
export function SignAgreement({ number, owner, done }: SignProps) {
  const [signature, setSignature] = useState<Signature>();
  const form = `signCustomerAgreement ${owner} ${number}`;
  const [withhold, setWithhold] = useDraft<boolean>(form, "withhold", false);
  const values = {
    loginId: owner,
    ...(signature === undefined ? nothing : sentAs(signature)),
    ...(withhold && { w9Withhold: true }),
  };
  const send: Send<typeof values> = (body, how) =>
    bursar.post("/restapi/accounts/{accountnumber}/customeragreement", {
      params: { path: { accountnumber: number } },
      // Without a signature the service reports it as missing.
      body: body as Shapes["SignedAgreement"],
      ...how,
    });
  return (
    <SignForm number={number} owner={owner} done={done} values={values} send={send} name={form}>
      <p className="small muted">
        {personOf(owner)} agrees to the customer agreement for account {number}. Your signature,
        time and IP address are recorded.
      </p>
      <SignatureInput
        field="signatureData"
        label={`Signature of ${personOf(owner)}`}
        files={files}
        set={setSignature}
      />
      <FlagInput
        field="w9Withhold"
        label="Subject to backup withholding (IRS)"
        value={withhold}
        set={setWithhold}
      />
    </SignForm>
  );
}

const withholdings = new Map([
  ["No", { name: "No", description: "" }],
  ["Yes", { name: "Yes", description: "" }],
]);

/** The form of the certification of a new account. */
export function Certify({ number, owner, item, done }: SignProps) {
  const [signature, setSignature] = useState<Signature>();
  const form = `certify ${item.id}`;
  const [withholding, setWithholding] = useDraft(form, "withholding", "");
  const values = {
    action: "A" as const,
    parameterMap: {
      ...(signature === undefined ? nothing : sentAs(signature)),
      ...(withholding !== "" && { backupWithholdingType: withholding }),
    },
  };
  const send: Send<typeof values> = (body, how) =>
    bursar.put("/restapi/members/{loginid}/ifas/{ifaid}", {
      params: { path: { loginid: owner, ifaid: item.id } },
      body: body as Shapes["ItemAction"],
      ...how,
    });
  return (
    <SignForm number={number} owner={owner} done={done} values={values} send={send} name={form}>
      <p className="small muted">
        {personOf(owner)} certifies that the information on account {number} and its owners is
        accurate.
      </p>
      <CodeInput
        field="parameterMap.backupWithholdingType"
        label="Subject to backup withholding (IRS)"
        list={withholdings}
        value={withholding}
        set={setWithholding}
      />
      <SignatureInput
        field="parameterMap.signatureData"
        label={`Signature of ${personOf(owner)}`}
        files={files}
        set={setSignature}
      />
    </SignForm>
  );
}

interface SignFormProps<V> extends Omit<SignProps, "item"> {
  readonly name: string;
  readonly values: V;
  readonly send: Send<V>;
  readonly children: ReactNode;
}

/** A signature completes an owner's item and may lift a restriction of the account. */
function SignForm<V>({ number, owner, done, children, ...form }: SignFormProps<V>) {
  const cache = useQueryClient();
  const end = () => {
    void cache.invalidateQueries({ queryKey: ["member", owner] });
    done();
  };
  return (
    <ChangeForm {...form} renews={["account", number]} done={end} action="Sign">
      {children}
    </ChangeForm>
  );
}
