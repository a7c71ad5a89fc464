// Spanish: single words by kind (without accents).
import { wordSets } from '../dictionary.ts'

export const words = wordSets({
  stop: `spf dkim dmarc y o e u pero ni no sin con por para en a sobre que quien cuyo cuya cuyos cuyas donde cuando si salvo excepto menos aunque desde
    hasta entre antes despues durante es son fue fueron esta estan sea sean este esten era ha han haya hayan tiene tienen tenga tengan
    lleva llevan lleve lleven contiene contienen contenga contengan me te se le les nos lo yo tu ella ellos solo tambien ya como mas
    segun incluye incluyen incluya dice dicen diga digan viene vienen venga vengan llega llegan llegue lleguen empiece empieza acabe acaba
    termine termina asunto lista buzon bandeja porque acerca mando manda mande manden envia envie envien escribe escriba escriban`,
  article:
    'el la los las un una unos unas lo todo toda todos todas cualquier cada algun alguna algunos algunas otro otra otros otras este esta estos estas ese esa esos esas aquel dicho algo ningun ninguno ninguna sr sra don dona dr dra nuevo nueva',
  possessive: 'mi mis nuestro nuestra nuestros nuestras',
  kin: `tia tio abuela abuelo prima primo sobrina sobrino hermana hermano mama papa madre padre hijo hija hijos hijas mujer marido
    esposa esposo pareja novia novio amiga amigo vecina vecino suegra suegro cunada cunado companera companero ninos ninas nina nino
    padres companeros colega senor senora`,
  role: `jefe jefa casero casera abogado abogada contable asesor asesora gestor gestora medico medica doctor doctora dentista profesor
    profesora maestro maestra tutor tutora fontanero electricista secretaria secretario director directora banco colegio escuela
    instituto guarderia universidad gimnasio seguro aseguradora iglesia clinica hospital biblioteca ayuntamiento oficina empresa
    gestoria asesoria inmobiliaria equipo familia familiares amigos amigas clientes cliente clientas proveedores proveedor inquilinos
    inquilino vecinos vecinas alumnos alumnas pacientes socios socias empleados companeras comercial administrador administradora
    presidente presidenta entrenador entrenadora portero canguro notaria notario despacho arrendador arrendadora jefes tienda compania
    agencia club academia parroquia farmacia taller peluqueria psicologo psicologa veterinario veterinaria`,
  telling: `banco colegio escuela instituto guarderia universidad gimnasio seguro aseguradora iglesia clinica hospital biblioteca
    ayuntamiento gestoria asesoria inmobiliaria dentista medico abogado abogada notaria academia parroquia farmacia taller`,
  noun: `factura facturas recibo recibos pedido pedidos pago pagos aviso avisos alerta alertas alarma alarmas codigo codigos contrasena
    boletin boletines correo correos mensaje mensajes archivo archivos adjunto adjuntos foto fotos imagen imagenes video videos documento
    documentos contrato contratos nomina nominas reserva reservas billete billetes vuelo vuelos envio envios entrega entregas paquete
    paquetes reunion reuniones invitacion invitaciones cita citas evento eventos calendario respuesta respuestas notificacion
    notificaciones recordatorio recordatorios informe informes presupuesto presupuestos oferta ofertas entrevista entrevistas alquiler
    fianza impuesto impuestos multa multas extracto extractos transferencia transferencias tarjeta tarjetas cuenta cuentas saldo compra
    compras venta ventas error errores fallo fallos incidencia incidencias copia copias servidor proyecto proyectos todo todos cualquier
    solo lo personas gente remitente remitentes asunto texto titulo lista listas lunes martes miercoles jueves viernes sabado domingo
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre importante urgente novedades noticias
    resumen albaran albaranes justificante justificantes confirmacion confirmaciones matricula nota notas examenes deberes excursion
    familia amigos clientes proveedores vecinos anuncio anuncios publicidad promocion promociones propaganda silencio jefe jefa mensajeria
    urgencias albaran ofertas suscripcion
    averia averias corte cortes luz agua gas telefono movil energia calefaccion hipoteca suscripciones renovacion
    renovaciones cargo cargos tasa tasas penalizacion cheque cheques vale vales cupon garantia garantias permiso permisos
    licencia licencias visado pasaporte formulario formularios certificado certificados diploma vacante vacantes candidato
    candidatos candidatura curriculum beca becas horario horarios turno turnos orden acta actas memorando previsiones boda
    cumpleanos fiesta festival concierto viaje viajes vacaciones itinerario embarque cancelacion cancelaciones cambio
    cambios retraso retrasos huelga mantenimiento reparacion reparaciones inspeccion servicio servicios instalacion receta
    recetas analisis vacuna donacion donaciones pension iva auditoria juzgado acuerdo acuerdos firma firmas votacion
    comite junta despacho recogida aduana aduanas inventario existencias acciones dividendos subasta licitacion consulta
    consultas solicitud solicitudes pregunta preguntas vencidas vencida vencido vencidos pendientes urgentes mensual
    semanal anual trimestral final nuevas nuevos hotel restaurante curso cursos taller seminario conferencia partido
    entrenamiento ensayo clase clases entrada entradas usuario seguridad acceso verificacion inicio sesion dispositivo
    fraude estado seguimiento`,
  kind: 'banco tienda colegio escuela club empresa comercio compania agencia aerolinea hotel seguro gimnasio universidad proveedor',
  // What may stand between the words of an action: oculta *siempre los* digitos.
  glue: `el la los las un una mis mi sus su se me nos lo le les que siempre tambien por favor bien todo todos todas esos esas estos estas
    sea sean es son queden quede salgan salga vayan aparezcan ese esa este esta y ambos deben debe tienen que ir estar quedar vayan ir siempre`,
  mail: 'correo correos mensaje mensajes email emails mail mails e-mail e-mails',
  given: `sam alex ana maria jose juan luis carlos antonio manuel javier david daniel pablo pedro miguel angel laura carmen marta lucia
    sara elena paula cristina isabel pilar rosa eva alba andrea raul sergio jorge alberto fernando rafa paco pepe lola mario diego
    alejandro adrian ivan ruben jesus`,
})
